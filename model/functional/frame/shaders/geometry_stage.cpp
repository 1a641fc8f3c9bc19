#include "functional/frame/shaders/geometry_stage.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/diagnostic.h"
#include "functional/frame/assembly/drawn_primitives.h"
#include "functional/frame/assembly/strip_order.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

using gen9::PrimitiveTopology;
namespace command = gen9::command;

namespace {

constexpr std::uint64_t kSimd8 = 3;          // dispatch mode
constexpr std::size_t kMostSlots = 1 << 19;  // of a portion's output entries: 8 MiB
constexpr unsigned kSlotsOfReadUnit = 2, kSlotsOfControlUnit = 2, kCountSlots = 2;
constexpr unsigned kSlotDwords = 4;
constexpr unsigned kHandles = 1, kFirstInput = 2;  // registers
constexpr unsigned kInstanceBit = 27;              // of a handle in r1
constexpr unsigned kHighStartBits = 4;

unsigned number(const PipelineState& state, gen9::FieldBits field) {
  return static_cast<unsigned>(state.value(field));
}

PrimitiveTopology output_topology(const PipelineState& state) {
  using enum PrimitiveTopology;
  const auto topology = static_cast<PrimitiveTopology>(state.value(command::kGs["Output Topology"]));
  if (topology == kPointList || topology == kLineStrip || topology == kTriStrip) return topology;
  throw Error{ExitCode::kMalformedInput, "3DSTATE_GS: Output Topology " +
                                             std::to_string(static_cast<unsigned>(topology)) +
                                             "; expected 3DPRIM_POINTLIST, 3DPRIM_LINESTRIP or 3DPRIM_TRISTRIP"};
}

}  // namespace

GeometryStage::GeometryStage(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs, Urb& urb,
                             PipelineStatistics& statistics)
    : urb_{urb},
      statistics_{statistics},
      setup_{ShaderStage::kGeometry, state, memory, programs, urb},
      topology_{output_topology(state)},
      counts_{state.flag(command::kGs["Statistics Enable"])},
      discards_adjacency_{state.flag(command::kGs["Discard Adjacency"])},
      includes_handles_{state.flag(command::kGs["Include Vertex Handles"])},
      includes_number_{state.flag(command::kGs["Include Primitive ID"])},
      instances_{number(state, command::kGs["Instance Control"]) + 1},
      start_register_{number(state, command::kGs["Dispatch GRF Start Register For URB Data"]) |
                      number(state, command::kGs["Dispatch GRF Start Register For URB Data [5:4]"]) << kHighStartBits},
      first_slot_{kSlotsOfReadUnit * number(state, command::kGs["Vertex URB Entry Read Offset"])},
      slots_{kSlotsOfReadUnit * number(state, command::kGs["Vertex URB Entry Read Length"])},
      entry_slots_{urb_entry_slots(state, ShaderStage::kGeometry)},
      count_slots_{state.flag(command::kGs["Static Output"]) ? 0 : kCountSlots},
      control_slots_{kSlotsOfControlUnit * number(state, command::kGs["Control Data Header Size"])},
      vertex_slots_{number(state, command::kGs["Output Vertex Size"]) + 1},
      static_vertices_{number(state, command::kGs["Static Output Vertex Count"])},
      has_streams_{state.flag(command::kGs["Control Data Format"])},
      default_stream_{number(state, command::kGs["Default Stream Id"])},
      rendered_stream_{number(state, command::kStreamout["Render Stream Select"])} {
  const std::uint64_t mode = state.value(command::kGs["Dispatch Mode"]);
  if (mode != kSimd8) unsupported("3DSTATE_GS: Dispatch Mode " + std::to_string(mode));
  const bool stream_output = state.flag(command::kStreamout["SO Function Enable"]);
  for (unsigned i = 0; i < kStreams; ++i) {
    streams_.push_back({.assembler{topology_, provoking_vertices(state), output_strip_order(state)},
                        .used = stream_output || i == rendered_stream_});
    streams_.back().made.shape = shape_of(topology_);
  }
}

void GeometryStage::begin(const PrimitiveList& primitives, std::uint32_t first_handle) {
  primitives_ = &primitives;
  first_vertex_ = first_handle;
  next_ = 0;
  inputs_.clear();
  const TopologyShape& shape = primitives.shape;
  if (discards_adjacency_ && shape.adjacency) {
    const std::array<std::uint8_t, 3> drawn = drawn_vertices(shape);
    inputs_.assign(drawn.begin(), drawn.begin() + drawn_count(shape.kind));
  } else {
    for (std::uint8_t i = 0; i < shape.vertices; ++i) inputs_.push_back(i);
  }
  const std::size_t end = start_register_ + setup_.constants().size() + inputs_.size() * slots_ * kSlotDwords;
  if (end > kGrfCount)
    throw Error{ExitCode::kMalformedInput,
                "3DSTATE_GS: a payload of " + std::to_string(end) + " registers does not fit into a thread's 128"};
}

void GeometryStage::next_portion() {
  first_ = next_;
  const std::size_t most = std::max<std::size_t>(kShaderLanes, kMostSlots / (entry_slots_ * instances_));
  next_ = end_ = std::min(first_ + most, primitives_->facts.size());
  first_entry_ = urb_.allocate(runs(), entry_slots_);
  if (counts_) statistics_.geometry_shader_runs += runs();
}

unsigned GeometryStage::threads_of_primitive() const {
  return (instances_ + kShaderLanes - 1) / kShaderLanes;
}

unsigned GeometryStage::groups() const {
  if (instances_ == 1) return (runs() + kShaderLanes - 1) / kShaderLanes;
  return static_cast<unsigned>(end_ - first_) * threads_of_primitive();
}

GeometryStage::Lanes GeometryStage::lanes_of(unsigned group) const {
  if (instances_ == 1) {
    const unsigned first = group * kShaderLanes;
    return {.first_run = first, .count = std::min<unsigned>(kShaderLanes, runs() - first)};
  }
  const unsigned instance = group % threads_of_primitive() * kShaderLanes;
  return {.first_run = group / threads_of_primitive() * instances_ + instance,
          .count = std::min<unsigned>(kShaderLanes, instances_ - instance)};
}

std::uint32_t GeometryStage::input_handle(unsigned run, unsigned vertex) const {
  return first_vertex_ + primitives_->vertices_of(first_ + run / instances_)[inputs_[vertex]];
}

void GeometryStage::start(unsigned group, unsigned, ThreadRegisters& registers,
                          std::unique_ptr<EuProgram>& program) const {
  const auto [first, lanes] = lanes_of(group);
  load_inputs(registers, first, lanes);
  const unsigned data = setup_.load_constants(registers, start_register_);
  if (slots_ != 0) load_vertex_data(registers, data, first, lanes);
  setup_.start(group, (1u << lanes) - 1, {}, registers, program);
}

void GeometryStage::load_inputs(ThreadRegisters& registers, unsigned first_run, unsigned lanes) const {
  registers.grf[kHandles] = lane_register(lanes, [&](unsigned lane) {
    return (first_entry_ + first_run + lane) | ((first_run + lane) % instances_) << kInstanceBit;
  });
  unsigned next = kFirstInput;
  if (includes_number_) {
    registers.grf[next++] = lane_register(
        lanes, [&](unsigned lane) { return primitives_->facts[first_ + (first_run + lane) / instances_].id; });
  }
  if (!includes_handles_) return;
  if (instances_ > 1) {
    for (unsigned vertex = 0; vertex < inputs_.size(); ++vertex)
      registers.grf[next + vertex / kShaderLanes][vertex % kShaderLanes] = input_handle(first_run, vertex);
    return;
  }
  for (unsigned vertex = 0; vertex < inputs_.size(); ++vertex)
    registers.grf[next++] = lane_register(lanes, [&](unsigned lane) { return input_handle(first_run + lane, vertex); });
}

void GeometryStage::load_vertex_data(ThreadRegisters& registers, unsigned data, unsigned first_run,
                                     unsigned lanes) const {
  for (unsigned vertex = 0; vertex < inputs_.size(); ++vertex) {
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const std::span<const UrbSlot> entry = std::as_const(urb_).entry(input_handle(first_run + lane, vertex));
      for (unsigned i = 0; i < slots_ * kSlotDwords; ++i) {
        const unsigned slot = first_slot_ + i / kSlotDwords;
        if (slot < entry.size())
          registers.grf[data + vertex * slots_ * kSlotDwords + i][lane] = entry[slot][i % kSlotDwords];
      }
    }
  }
}

/// Control bits of a vertex; 0 when the entry has none of it.
unsigned GeometryStage::control_bits(std::span<const UrbSlot> entry, std::uint32_t vertex) const {
  const unsigned bits = has_streams_ ? 2 : 1;
  const std::uint32_t at = vertex * bits;
  const std::uint32_t slot = count_slots_ + at / 128;
  if (at / 128 >= control_slots_ || slot >= entry.size()) return has_streams_ ? default_stream_ : 0;
  return entry[slot][at / 32 % kSlotDwords] >> at % 32 & ((1u << bits) - 1);
}

void GeometryStage::assemble() {
  for (Stream& stream : streams_) {
    stream.made.clear();
    stream.slots.clear();
  }
  for (std::uint32_t run = 0; run < runs(); ++run) assemble_run(run);
  for (Stream& stream : streams_) {
    const auto vertices = static_cast<std::uint32_t>(stream.slots.size() / vertex_slots_);
    stream.first_handle = urb_.allocate(vertices, vertex_slots_);
    for (std::uint32_t i = 0; i < vertices; ++i) {
      const std::span<UrbSlot> entry = urb_.entry(stream.first_handle + i);
      std::copy_n(stream.slots.begin() + static_cast<std::ptrdiff_t>(i * vertex_slots_), vertex_slots_, entry.begin());
    }
  }
  if (counts_) statistics_.geometry_shader_primitives += streams_[rendered_stream_].made.facts.size();
}

void GeometryStage::draw(AssembledPrimitives& drawn) const {
  draw_primitives(streams_[rendered_stream_].made, streams_[rendered_stream_].first_handle, drawn);
}

void GeometryStage::assemble_run(std::uint32_t run) {
  const std::span<const UrbSlot> entry = std::as_const(urb_).entry(first_entry_ + run);
  const PrimitiveFacts& input = primitives_->facts[first_ + run / instances_];
  const std::uint32_t first_slot = count_slots_ + control_slots_;
  const std::uint32_t room = first_slot < entry.size() ? (entry.size() - first_slot) / vertex_slots_ : 0;
  const std::uint32_t asked = count_slots_ != 0 && !entry.empty() ? entry[0][0] : static_vertices_;
  for (Stream& stream : streams_) {
    stream.before_run = stream.made.facts.size();
    stream.assembler.begin_instance(input.instance);
  }
  for (std::uint32_t i = 0; i < std::min(asked, room); ++i) {
    const unsigned control = control_bits(entry, i);
    Stream& stream = streams_[has_streams_ ? control : default_stream_];
    if (!stream.used) continue;
    const std::span<const UrbSlot> vertex = entry.subspan(first_slot + i * vertex_slots_, vertex_slots_);
    stream.assembler.add({.number = static_cast<std::uint32_t>(stream.slots.size() / vertex_slots_)}, stream.made);
    stream.slots.insert(stream.slots.end(), vertex.begin(), vertex.end());
    if (!has_streams_ && control != 0) stream.assembler.cut(stream.made);
  }
  for (Stream& stream : streams_) {
    stream.assembler.cut(stream.made);
    for (std::size_t i = stream.before_run; i < stream.made.facts.size(); ++i) stream.made.facts[i].id = input.id;
  }
}

}  // namespace texpipe::functional
