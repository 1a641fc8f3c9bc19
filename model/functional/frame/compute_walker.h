// Threads of a GPGPU_WALKER command.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "functional/execution/eu/eu_thread.h"
#include "functional/execution/thread_source.h"
#include "functional/frame/command_registers.h"
#include "functional/frame/shaders/thread_scratch.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/state/program_cache.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// Work groups in the order of their numbers, x first. Shared local memory lies in a region that the caller chooses;
/// groups that are far apart in the order use the same bytes again, whose content is undefined when a group starts.
class ComputeWalker final : public ThreadSource {
 public:
  static constexpr unsigned kLocalMemories = 1024;  // groups that have bytes of their own
  static constexpr std::uint32_t kLocalBytes = 64 * 1024;

  /// Everything is read from state and memory now. @param local_memory  start of the region for shared local memory
  /// Errors: kMalformedInput for a walker without descriptor or with a reserved size, kUnsupported for what it lacks.
  ComputeWalker(const PipelineState& state, const CommandRegisters& registers, const GpuMemory& memory,
                ProgramCache& programs, ByteAddress local_memory);

  std::string name() const override { return "compute shader"; }
  unsigned groups() const override { return groups_[0] * groups_[1] * groups_[2]; }
  unsigned threads_per_group() const override { return threads_; }
  unsigned reuse_distance() const override;
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;

  /// Lanes of all threads, as the invocation counter counts them.
  std::uint64_t lanes() const;

 private:
  std::uint32_t channels_of(unsigned thread) const;

  MessageContext context_;
  const EuCode* code_ = nullptr;
  EuDispatch dispatch_;
  std::array<std::uint32_t, 3> first_group_{};
  std::array<std::uint32_t, 3> groups_{};
  unsigned threads_ = 1;
  unsigned width_ = 1;  // threads of a group along each axis
  unsigned height_ = 1;
  std::uint32_t all_channels_ = 0xFFFF'FFFF;
  std::uint32_t right_mask_ = 0xFFFF'FFFF;
  std::uint32_t bottom_mask_ = 0xFFFF'FFFF;
  std::vector<Grf> constants_;  // that all threads share, then those of each thread
  std::uint32_t shared_registers_ = 0;
  std::uint32_t own_registers_ = 0;
  std::uint32_t samplers_ = 0;  // bytes from dynamic state base
  ThreadScratch scratch_;
  unsigned scratch_groups_ = 0;  // whose threads have scratch memory of their own; 0: they have none
  std::uint32_t local_bytes_ = 0;
  ByteAddress local_memory_{};
};

}  // namespace texpipe::functional
