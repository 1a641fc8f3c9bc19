// State that all threads of a stage before the rasteriser share: program, constants, messages.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "functional/execution/eu/eu_thread.h"
#include "functional/execution/thread_source.h"
#include "functional/frame/shaders/thread_scratch.h"
#include "functional/frame/state/program_cache.h"
#include "functional/frame/state/shader_stage.h"
#include "functional/message/urb.h"
#include "isa/gen9/fixed_function_id.h"

namespace texpipe::functional {

/// Lanes of a thread, each a vertex, point or primitive.
inline constexpr unsigned kShaderLanes = 8;

/// Decoded once for each draw.
class GeometryShaderSetup {
 public:
  /// Errors: those of the program, as ProgramCache::at has them.
  GeometryShaderSetup(ShaderStage stage, const PipelineState& state, const GpuMemory& memory, ProgramCache& programs,
                      Urb& urb);

  /// Starts a thread whose payload stands in `registers`: r0 gets its stage's samplers and its place in scratch memory.
  /// @param thread    of the threads that may run side by side: it chooses the scratch memory
  /// @param channels  bit n: lane n runs
  void start(unsigned thread, std::uint32_t channels, EuDispatch dispatch, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const;

  /// Threads from one to the next that uses its scratch memory again; ThreadSource::kNeverReused: they have none.
  unsigned scratch_distance() const { return scratch_.distance(); }

  const std::vector<Grf>& constants() const { return constants_; }
  /// Copies the constants to registers from `first` on. @return the register after them
  unsigned load_constants(ThreadRegisters& registers, unsigned first) const;

 private:
  const EuCode* code_;
  MessageContext context_;
  std::vector<Grf> constants_;
  std::uint32_t control_ = 0;
  std::uint32_t state0_ = 0;
  ThreadScratch scratch_;
};

/// Slots of a stage's entries, by its 3DSTATE_URB command.
std::uint32_t urb_entry_slots(const PipelineState& state, ShaderStage stage);

/// Puts a register of eight lanes together with `per lane` values.
template <class Value>
Grf lane_register(unsigned lanes, Value&& value) {
  Grf grf{};
  for (unsigned lane = 0; lane < lanes; ++lane) grf[lane] = value(lane);
  return grf;
}

}  // namespace texpipe::functional
