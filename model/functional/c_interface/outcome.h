// Definition of texpipe_outcome: results and intermediate values of one message, without ties to its context.
#pragma once

#include <array>
#include <vector>

#include "functional/c_interface/texpipe.h"
#include "functional/message/sampler_request.h"
#include "functional/shared_function/execute_sampler_message.h"

struct texpipe_outcome {
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;
  texpipe::functional::SamplerRequest request;
  texpipe::functional::MessageResponse response;
  std::array<texpipe_lod, texpipe::functional::kMaxSamplerChannels> lod{};
  std::vector<std::vector<texpipe_footprint>> footprints;  // by subspan
};

namespace texpipe::functional::c_interface {

/// Executes a sampler message and keeps what lies between its parameters and its results.
/// Errors: those of execute_sampler_message.
texpipe_outcome execute(const GpuMemory& memory, const Message& message);

}  // namespace texpipe::functional::c_interface
