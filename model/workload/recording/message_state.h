// State that messages name, in recordings of workloads that come in phases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/sampler_request.h"
#include "workload/recording/chunk_file.h"

namespace texpipe::study {

/// Tiles of memory in which the state of a phase's messages stands, as it is then.
class MessageState {
 public:
  explicit MessageState(const functional::GpuMemory& memory) : memory_{memory} {}

  void begin_phase() { of_phase_.clear(); }

  /// Looks at binding table, surface state and sampler state of a message to sampler or data port.
  void add(const functional::Message& message);

  /// Writes those that are not as they were written before.
  void write(ChunkWriter& file);

 private:
  static constexpr std::uint32_t kStateBytes = 64;
  static constexpr unsigned kBindlessShift = 12;  // of the extended descriptor, in units of a state

  void add(std::uint64_t address, std::uint64_t bytes);

  static constexpr std::uint64_t kSamplerBytes = 16;

  const functional::GpuMemory& memory_;
  functional::SamplerRequest request_;
  std::set<std::uint64_t> of_phase_;
  std::map<std::uint64_t, std::vector<std::byte>> written_;
};

}  // namespace texpipe::study
