#include "functional/frame/vertex/vertex_stage.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/diagnostic.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr unsigned kSlotDwords = 4;
constexpr unsigned kDwordsOfReadUnit = 8;  // read offset and length count in two elements
constexpr unsigned kHandleRegister = 1;
constexpr unsigned kMostDwords = kVertexElements * kDwordsOfReadUnit;

}  // namespace

VertexStage::VertexStage(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs, Urb& urb,
                         const VertexFetcher& fetcher, PipelineStatistics& statistics)
    : urb_{urb}, fetcher_{fetcher}, statistics_{statistics} {
  entry_slots_ = urb_entry_slots(state, ShaderStage::kVertex);
  if (!state.flag(command::kVs["Enable"])) {
    entry_slots_ = std::max(entry_slots_, (fetcher.dwords() + kSlotDwords - 1) / kSlotDwords);
    return;
  }
  if (!state.flag(command::kVs["SIMD8 Dispatch Enable"])) unsupported("3DSTATE_VS: SIMD8 Dispatch Enable 0");
  if (state.flag(command::kVs["Single Vertex Dispatch"])) unsupported("3DSTATE_VS: Single Vertex Dispatch 1");
  setup_.emplace(ShaderStage::kVertex, state, memory, programs, urb);
  counts_ = state.flag(command::kVs["Statistics Enable"]);
  start_register_ = static_cast<unsigned>(state.value(command::kVs["Dispatch GRF Start Register For URB Data"]));
  first_dword_ = kDwordsOfReadUnit * static_cast<unsigned>(state.value(command::kVs["Vertex URB Entry Read Offset"]));
  dwords_ = kDwordsOfReadUnit * static_cast<unsigned>(state.value(command::kVs["Vertex URB Entry Read Length"]));
  if (start_register_ + setup_->constants().size() + dwords_ > kGrfCount) {
    throw Error{ExitCode::kMalformedInput, "3DSTATE_VS: a payload of " + std::to_string(setup_->constants().size()) +
                                               " registers of constants and " + std::to_string(dwords_) +
                                               " of vertices from r" + std::to_string(start_register_) +
                                               " on does not fit into 128 registers"};
  }
}

void VertexStage::begin(const std::vector<FetchedVertex>& vertices) {
  vertices_ = &vertices;
  const auto count = static_cast<std::uint32_t>(vertices.size());
  first_handle_ = urb_.allocate(count, entry_slots_);
  if (setup_) {
    if (counts_) statistics_.vertex_shader_runs += count;
    return;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::span<UrbSlot> entry = urb_.entry(first_handle_ + i);
    fetcher_.fetch(vertices[i], {entry.data()->data(), entry.size() * kSlotDwords});
  }
}

unsigned VertexStage::groups() const {
  return vertices_ == nullptr ? 0 : static_cast<unsigned>((vertices_->size() + kShaderLanes - 1) / kShaderLanes);
}

void VertexStage::start(unsigned group, unsigned, ThreadRegisters& registers,
                        std::unique_ptr<EuProgram>& program) const {
  const unsigned first = group * kShaderLanes;
  const auto lanes = std::min<unsigned>(kShaderLanes, static_cast<unsigned>(vertices_->size()) - first);
  registers.grf[kHandleRegister] = lane_register(lanes, [&](unsigned lane) { return first_handle_ + first + lane; });
  const unsigned data = setup_->load_constants(registers, start_register_);
  std::array<std::uint32_t, kMostDwords> values;
  const unsigned end = std::min({first_dword_ + dwords_, fetcher_.dwords(), kMostDwords});
  for (unsigned lane = 0; lane < lanes; ++lane) {
    fetcher_.fetch((*vertices_)[first + lane], std::span{values}.first(end));
    for (unsigned i = first_dword_; i < end; ++i) registers.grf[data + i - first_dword_][lane] = values[i];
  }
  setup_->start(group, (1u << lanes) - 1, {}, registers, program);
}

}  // namespace texpipe::functional
