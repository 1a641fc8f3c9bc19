#include "functional/frame/tessellation/domain_stage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include "base/diagnostic.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr std::size_t kMostPoints = 8192;  // of a portion, but for those of its last patch
constexpr unsigned kSlotsOfReadUnit = 2;   // of read offset and length
constexpr unsigned kSlotDwords = 4;
constexpr unsigned kU = 1, kV = 2, kW = 3, kHandles = 4;     // registers
constexpr std::uint64_t kSimd8 = 1, kSimd8SingleOrDual = 2;  // dispatch modes

PrimitiveKind kind_of(TessellatorOutput output) {
  return output == TessellatorOutput::kPoint  ? PrimitiveKind::kPoint
         : output == TessellatorOutput::kLine ? PrimitiveKind::kLine
                                              : PrimitiveKind::kTriangle;
}

}  // namespace

DomainStage::DomainStage(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs, Urb& urb,
                         PipelineStatistics& statistics)
    : urb_{urb},
      statistics_{statistics},
      setup_{ShaderStage::kDomain, state, memory, programs, urb},
      tessellator_{TessellatorState::of(state)},
      domain_{TessellatorState::of(state).domain},
      counts_{state.flag(command::kDs["Statistics Enable"])},
      computes_w_{state.flag(command::kDs["Compute W Coordinate Enable"])},
      start_register_{static_cast<unsigned>(state.value(command::kDs["Dispatch GRF Start Register For URB Data"]))},
      first_slot_{kSlotsOfReadUnit * static_cast<unsigned>(state.value(command::kDs["Patch URB Entry Read Offset"]))},
      slots_{kSlotsOfReadUnit * static_cast<unsigned>(state.value(command::kDs["Patch URB Entry Read Length"]))},
      entry_slots_{urb_entry_slots(state, ShaderStage::kDomain)} {
  const std::uint64_t mode = state.value(command::kDs["Dispatch Mode"]);
  if (mode != kSimd8 && mode != kSimd8SingleOrDual) unsupported("3DSTATE_DS: Dispatch Mode " + std::to_string(mode));
  primitives_.shape.kind = kind_of(TessellatorState::of(state).output);
  primitives_.shape.vertices = static_cast<std::uint8_t>(drawn_count(primitives_.shape.kind));
  const ProvokingVertices provoking = provoking_vertices(state);
  if (primitives_.shape.kind == PrimitiveKind::kLine) provoking_ = provoking.line;
  if (primitives_.shape.kind == PrimitiveKind::kTriangle) provoking_ = provoking.triangle;
  const std::size_t end = start_register_ + setup_.constants().size() + slots_ / kSlotsOfReadUnit;
  if (end > kGrfCount)
    throw Error{ExitCode::kMalformedInput,
                "3DSTATE_DS: a payload of " + std::to_string(end) + " registers does not fit into a thread's 128"};
}

void DomainStage::begin(const PrimitiveList& patches, std::uint32_t first_patch) {
  patches_ = &patches;
  first_patch_ = first_patch;
  next_ = 0;
}

void DomainStage::next_portion() {
  points_.clear();
  threads_.clear();
  primitives_.clear();
  while (more() && points_.size() < kMostPoints) tessellate(static_cast<std::uint32_t>(next_++));
  first_handle_ = urb_.allocate(static_cast<std::uint32_t>(points_.size()), entry_slots_);
  if (counts_) statistics_.domain_shader_runs += points_.size();
}

void DomainStage::tessellate(std::uint32_t patch) {
  std::array<std::uint32_t, 2 * kSlotDwords> header{};
  const std::span<const UrbSlot> entry = std::as_const(urb_).entry(first_patch_ + patch);
  for (std::size_t i = 0; i < header.size() && i / kSlotDwords < entry.size(); ++i)
    header[i] = entry[i / kSlotDwords][i % kSlotDwords];
  const TessellatedPatch& made = tessellator_.tessellate(factors_of_header(domain_, header));
  const auto first = static_cast<std::uint32_t>(points_.size());
  const auto count = static_cast<std::uint32_t>(made.points.size());
  points_.insert(points_.end(), made.points.begin(), made.points.end());
  for (std::uint32_t i = 0; i < count; i += kShaderLanes)
    threads_.push_back(
        {.patch = patch, .first_point = first + i, .points = std::min<std::uint32_t>(kShaderLanes, count - i)});
  for (const std::uint16_t index : made.indices) primitives_.vertices.push_back(first + index);
  const PrimitiveFacts& facts = patches_->facts[patch];
  primitives_.facts.resize(primitives_.vertices.size() / primitives_.shape.vertices,
                           {.id = facts.id, .instance = facts.instance, .provoking = provoking_});
}

void DomainStage::start(unsigned group, unsigned, ThreadRegisters& registers,
                        std::unique_ptr<EuProgram>& program) const {
  const PointThread& thread = threads_[group];
  const std::uint32_t handle = first_patch_ + thread.patch;
  registers.grf[0][0] = handle;
  registers.grf[0][1] = patches_->facts[thread.patch].id;
  for (unsigned lane = 0; lane < thread.points; ++lane) {
    const DomainPoint& point = points_[thread.first_point + lane];
    registers.grf[kU][lane] = std::bit_cast<std::uint32_t>(point.u);
    registers.grf[kV][lane] = std::bit_cast<std::uint32_t>(point.v);
    if (computes_w_) registers.grf[kW][lane] = std::bit_cast<std::uint32_t>(1 - point.u - point.v);
    registers.grf[kHandles][lane] = first_handle_ + thread.first_point + lane;
  }
  const unsigned data = setup_.load_constants(registers, start_register_);
  const std::span<const UrbSlot> entry = std::as_const(urb_).entry(handle);
  for (unsigned slot = 0; slot < slots_ && first_slot_ + slot < entry.size(); ++slot) {
    const UrbSlot& values = entry[first_slot_ + slot];
    std::copy(values.begin(), values.end(),
              registers.grf[data + slot / kSlotsOfReadUnit].begin() + kSlotDwords * (slot % kSlotsOfReadUnit));
  }
  setup_.start(group, (1u << thread.points) - 1, {}, registers, program);
}

}  // namespace texpipe::functional
