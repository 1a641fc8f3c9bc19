#include "functional/frame/tessellation/hull_stage.h"

#include <algorithm>
#include <span>

#include "base/diagnostic.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr unsigned kInstanceBit = 17;  // of r0.2
constexpr unsigned kFirstInput = 1;    // register
constexpr unsigned kHighStartBits = 5;

}  // namespace

HullStage::HullStage(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs, Urb& urb,
                     PipelineStatistics& statistics)
    : urb_{urb},
      statistics_{statistics},
      setup_{ShaderStage::kHull, state, memory, programs, urb},
      counts_{state.flag(command::kHs["Statistics Enable"])},
      instances_{static_cast<unsigned>(state.value(command::kHs["Instance Count"])) + 1},
      start_register_{static_cast<unsigned>(state.value(command::kHs["Dispatch GRF Start Register For URB Data"]) |
                                            state.value(command::kHs["Dispatch GRF Start Register For URB Data [5]"])
                                                << kHighStartBits)},
      entry_slots_{urb_entry_slots(state, ShaderStage::kHull)} {
  const std::uint64_t mode = state.value(command::kHs["Dispatch Mode"]);
  if (mode != 0) unsupported("3DSTATE_HS: Dispatch Mode " + std::to_string(mode));
  if (state.value(command::kHs["Vertex URB Entry Read Length"]) != 0)
    unsupported("3DSTATE_HS: Vertex URB Entry Read Length other than 0");
}

void HullStage::begin(const PrimitiveList& patches, std::uint32_t first_handle) {
  patches_ = &patches;
  first_vertex_ = first_handle;
  const auto count = static_cast<std::uint32_t>(patches.facts.size());
  first_patch_ = urb_.allocate(count, entry_slots_);
  if (counts_) statistics_.hull_shader_runs += count;
}

unsigned HullStage::groups() const {
  return static_cast<unsigned>(patches_->facts.size());
}

/// In whole groups, of which one may always run.
unsigned HullStage::reuse_distance() const {
  const unsigned threads = setup_.scratch_distance();
  return threads == kNeverReused ? kNeverReused : std::max(threads / instances_, 1u);
}

void HullStage::start(unsigned group, unsigned thread, ThreadRegisters& registers,
                      std::unique_ptr<EuProgram>& program) const {
  registers.grf[0][0] = first_patch_ + group;
  registers.grf[0][1] = patches_->facts[group].id;
  registers.grf[0][2] = thread << kInstanceBit;
  const std::span<const std::uint32_t> vertices = patches_->vertices_of(group);
  for (std::size_t i = 0; i < vertices.size(); ++i)
    registers.grf[kFirstInput + i / kShaderLanes][i % kShaderLanes] = first_vertex_ + vertices[i];
  setup_.load_constants(registers, start_register_);
  setup_.start(group * instances_ + thread, 0xFF, {.group = group, .group_threads = instances_}, registers, program);
}

}  // namespace texpipe::functional
