// Samplers that serve threads which run without time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "functional/execution/thread_source.h"
#include "machine/frame/pixel_hash.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::study {

/// Threads whose pixels are hashed have a sampler of their subslice; for others one is drawn, always the same for the
/// same calls.
class PixelSamplers {
 public:
  explicit PixelSamplers(const machine::MachineParameters& machine);

  /// Number of samplers of all subslices.
  std::size_t count() const { return count_; }
  /// Number of the sampler, as machine::samplers_of has it.
  std::size_t sampler_of(const functional::ThreadSource& threads, unsigned group);

 private:
  /// Samplers of a subslice, which follow each other.
  struct Served {
    std::size_t first = 0, count = 0;
  };

  machine::PixelHash hash_;
  std::vector<Served> of_subslice_;
  std::size_t count_ = 0;
  std::minstd_rand draws_;
};

}  // namespace texpipe::study
