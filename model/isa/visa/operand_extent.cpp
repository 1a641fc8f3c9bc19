#include "isa/visa/operand_extent.h"

#include <algorithm>
#include <bit>
#include <span>

namespace texpipe::visa {

namespace {

using Kind = OperandExtent::Kind;

/// Contents of an opcode's raw operand.
enum class RawShape : std::uint8_t {
  kDwords,    // one of 32 bits for each lane
  kElements,  // one of the variable's type for each lane: addresses
  kAtomic,    // 32 bits for each lane, 64 for wide atomics
  kChannels,  // enabled channels, each of whole registers of 32-bit lanes
  kOwords,    // as many OWords as the selector says
  kBlocks,    // blocks for each lane, at least 32 bits
};

struct RawRow {
  std::string_view name;
  std::span<const RawShape> shapes;
};

// Shapes of each opcode's raw operands, in the order of the text.
namespace raw_shapes {
using enum RawShape;
constexpr RawShape kBlock[] = {kOwords};
constexpr RawShape kTexels[] = {kDwords, kDwords, kDwords, kDwords, kChannels};
constexpr RawShape kStatelessBytes[] = {kElements, kBlocks};
constexpr RawShape kStatelessAtomic[] = {kElements, kAtomic, kAtomic, kAtomic};
constexpr RawShape kStatelessChannels[] = {kElements, kChannels};
constexpr RawShape kSurfaceBytes[] = {kDwords, kBlocks};
constexpr RawShape kSurfaceAtomic[] = {kDwords, kAtomic, kAtomic, kAtomic};
constexpr RawShape kSurfaceChannels[] = {kDwords, kChannels};
constexpr RawRow kRows[] = {
    {"oword_ld", kBlock},
    {"oword_ld_unaligned", kBlock},
    {"oword_st", kBlock},
    {"svm_block_ld", kBlock},
    {"svm_block_st", kBlock},
    {"gather4_typed", kTexels},
    {"scatter4_typed", kTexels},
    {"svm_gather", kStatelessBytes},
    {"svm_scatter", kStatelessBytes},
    {"svm_atomic", kStatelessAtomic},
    {"svm_gather4scaled", kStatelessChannels},
    {"svm_scatter4scaled", kStatelessChannels},
    {"gather_scaled", kSurfaceBytes},
    {"scatter_scaled", kSurfaceBytes},
    {"dword_atomic", kSurfaceAtomic},
    {"gather4_scaled", kSurfaceChannels},
    {"scatter4_scaled", kSurfaceChannels},
};
}  // namespace raw_shapes

constexpr unsigned kDwordBytes = 4;
constexpr unsigned kOwordBytes = 16;

unsigned whole_registers(unsigned bytes) {
  return (bytes + kRegisterBytes - 1) / kRegisterBytes * kRegisterBytes;
}

/// Bytes of `count` channels of `lanes`, each channel from a register's start on; the last one may end inside one.
unsigned channel_bytes(unsigned count, unsigned lanes, unsigned lane_bytes) {
  return (count - 1) * whole_registers(lanes * lane_bytes) + lanes * lane_bytes;
}

class Extents {
 public:
  explicit Extents(const Program& program) : program_{program} {}

  std::vector<OperandExtent> take() { return std::move(found_); }

  void operator()(const SamplerInstruction& instruction);
  void operator()(const InfoInstruction& instruction);
  void operator()(const GenericInstruction& instruction);

 private:
  void add(Kind kind, Part part, unsigned index, std::uint32_t number, std::uint64_t end) {
    found_.push_back({kind, part, index, number, static_cast<std::uint32_t>(end)});
  }
  void raw(const RawOperand& operand, Part part, unsigned index, unsigned bytes) {
    if (operand.variable != kNullVariable && find_variable(program_, operand.variable))
      add(Kind::kVariable, part, index, operand.variable, operand.offset + bytes);
  }
  void reg(const RegisterOperand& operand, Part part, unsigned index, unsigned lanes);
  void predicate(std::uint16_t variable, Part part, unsigned index, const ExecutionControl& execution) {
    if (predicate_name(program_, variable)) add(Kind::kPredicate, part, index, variable, execution.size);
  }
  unsigned element_bytes(std::uint32_t number) const {
    const Variable* variable = find_variable(program_, number);
    return variable ? byte_size(variable->type) : kDwordBytes;
  }
  void results(const RawOperand& destination, const ExecutionControl& execution, std::uint8_t channels, bool null_mask);
  unsigned raw_bytes(RawShape shape, const GenericInstruction& instruction, const RawOperand& operand) const;
  unsigned lanes_of(const GenericInstruction& instruction, std::size_t operand) const;

  const Program& program_;
  std::vector<OperandExtent> found_;
};

void Extents::reg(const RegisterOperand& operand, Part part, unsigned index, unsigned lanes) {
  if (operand.variable == kNullVariable || !find_variable(program_, operand.variable)) return;
  const unsigned width = operand.region.width;  // 0: a destination, whose lanes have the horizontal stride alone
  unsigned last = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned element = width == 0
                                 ? lane * operand.region.horizontal
                                 : lane / width * operand.region.vertical + lane % width * operand.region.horizontal;
    last = std::max(last, element);
  }
  add(Kind::kVariable, part, index, operand.variable,
      operand.row * kRegisterBytes + (operand.column + last + 1) * element_bytes(operand.variable));
}

void Extents::results(const RawOperand& destination, const ExecutionControl& execution, std::uint8_t channels,
                      bool null_mask) {
  const unsigned lane_bytes = element_bytes(destination.variable) == 2 ? 2 : kDwordBytes;
  const auto count = static_cast<unsigned>(std::popcount(channels));
  if (count == 0) return;
  unsigned bytes = channel_bytes(count, execution.size, lane_bytes);
  if (null_mask) bytes = count * whole_registers(execution.size * lane_bytes) + kDwordBytes;
  raw(destination, Part::kDestination, 0, bytes);
}

void Extents::operator()(const SamplerInstruction& instruction) {
  const OperationFacts& operation = facts(instruction.operation);
  const bool gather = operation.opcode == SamplerOpcode::kSample4;
  results(instruction.destination, instruction.execution, gather ? kAllChannels : instruction.channels,
          instruction.pixel_null_mask);
  for (unsigned i = 0; i < instruction.parameters.size(); ++i) {
    const RawOperand& parameter = instruction.parameters[i];
    raw(parameter, Part::kParameter, i, instruction.execution.size * element_bytes(parameter.variable));
  }
  if (const auto* offsets = std::get_if<RegisterOperand>(&instruction.offsets)) reg(*offsets, Part::kOffsets, 0, 1);
  if (instruction.predicate.present())
    predicate(instruction.predicate.variable, Part::kPredicate, 0, instruction.execution);
}

void Extents::operator()(const InfoInstruction& instruction) {
  results(instruction.destination, instruction.execution, instruction.channels, false);
  if (instruction.lod) raw(*instruction.lod, Part::kParameter, 0, instruction.execution.size * kDwordBytes);
}

/// Lanes of an operand: predicates move to and from one element.
unsigned Extents::lanes_of(const GenericInstruction& instruction, std::size_t operand) const {
  const auto is_predicate = [&](std::size_t i) {
    return i < instruction.operands.size() && std::holds_alternative<PredicateOperand>(instruction.operands[i]);
  };
  const std::string_view name = instruction.opcode->name;
  const bool packed = (name == "setp" && operand == 1) || (name == "mov" && operand == 0 && is_predicate(1));
  return packed ? 1 : instruction.execution.size;
}

unsigned Extents::raw_bytes(RawShape shape, const GenericInstruction& instruction, const RawOperand& operand) const {
  using enum RawShape;
  const unsigned lanes = instruction.execution.size;
  switch (shape) {
    case kDwords:
      return lanes * kDwordBytes;
    case kElements:
      return lanes * element_bytes(operand.variable);
    case kAtomic:
      return lanes * (instruction.selector & kAtomicWidth64 ? 2 * kDwordBytes : kDwordBytes);
    case kChannels:
      return channel_bytes(std::max(1, std::popcount(instruction.selector)), lanes, kDwordBytes);
    case kOwords:
      return kOwordBytes << std::min<unsigned>(instruction.selector, 4);
    case kBlocks: {
      const bool sized = instruction.opcode->fields.front() == OperandField::kFixed;  // svm: the size is a field
      return lanes * std::max(kDwordBytes, (sized ? block_bytes(instruction.selector) : 1) << instruction.block_count);
    }
  }
  return 0;
}

void Extents::operator()(const GenericInstruction& instruction) {
  const ExecutionControl& execution = instruction.execution;
  if (instruction.predicate.present()) predicate(instruction.predicate.variable, Part::kPredicate, 0, execution);
  for (unsigned i = 0; i < instruction.operands.size(); ++i) {
    const VectorOperand& operand = instruction.operands[i];
    if (const auto* general = std::get_if<RegisterOperand>(&operand)) {
      reg(*general, Part::kParameter, i, lanes_of(instruction, i));
    } else if (const auto* flag = std::get_if<PredicateOperand>(&operand)) {
      const bool whole = instruction.opcode->name == "mov";  // every bit, whatever the lanes are
      if (!whole) predicate(flag->variable, Part::kParameter, i, execution);
    } else if (const auto* state = std::get_if<StateOperand>(&operand)) {
      add(state->kind == StateOperand::Kind::kSurface ? Kind::kSurface : Kind::kSampler, Part::kParameter, i,
          state->variable, state->element + execution.size);
    }
  }
  const auto* row = std::find_if(std::begin(raw_shapes::kRows), std::end(raw_shapes::kRows),
                                 [&](const RawRow& each) { return each.name == instruction.opcode->name; });
  if (row == std::end(raw_shapes::kRows)) return;
  for (unsigned i = 0; i < std::min(row->shapes.size(), instruction.raws.size()); ++i) {
    const RawOperand& operand = instruction.raws[i];
    raw(operand, Part::kParameter, static_cast<unsigned>(instruction.operands.size()) + i,
        raw_bytes(row->shapes[i], instruction, operand));
  }
}

/// Name of an operand in the text of a problem.
std::string operand_name(const Instruction& instruction, const OperandExtent& extent) {
  if (extent.part == Part::kDestination) return "the response";
  if (extent.part == Part::kPredicate) return "the predicate";
  if (extent.part == Part::kOffsets) return "the operand of the texel offsets";
  if (std::holds_alternative<InfoInstruction>(instruction)) return "the LOD";
  if (const auto* sampler = std::get_if<SamplerInstruction>(&instruction)) {
    const auto names = facts(sampler->operation).parameters();
    return "parameter " + std::string{extent.index < names.size() ? name_of(names[extent.index]) : "extra"};
  }
  return "the operand";
}

const NamedArray* declared(const Program& program, const OperandExtent& extent) {
  const auto find = [&](const std::vector<NamedArray>& list, unsigned first) -> const NamedArray* {
    return extent.number >= first && extent.number - first < list.size() ? &list[extent.number - first] : nullptr;
  };
  switch (extent.kind) {
    case Kind::kPredicate:
      return find(program.predicates, kFirstUserPredicate);
    case Kind::kSurface:
      return find(program.surfaces, kFirstUserSurface);
    case Kind::kSampler:
      return find(program.samplers, 0);
    case Kind::kVariable:
      break;
  }
  return nullptr;
}

}  // namespace

std::vector<OperandExtent> operand_extents(const Program& program, const Instruction& instruction) {
  Extents extents{program};
  std::visit(extents, instruction);
  return extents.take();
}

std::vector<Violation> extent_violations(const Program& program, const Instruction& instruction) {
  std::vector<Violation> found;
  const auto broken = [&](const OperandExtent& extent, const std::string& name, const char* unit, std::uint32_t size,
                          std::uint32_t elements) {
    found.push_back({extent.part, extent.index,
                     operand_name(instruction, extent) + " ends at " + unit + " " + std::to_string(extent.end) +
                         " of " + name + ", which has " + std::to_string(size),
                     "expected num_elts=" + std::to_string(elements) + " or more"});
  };
  for (const OperandExtent& extent : operand_extents(program, instruction)) {
    if (extent.kind == Kind::kVariable) {
      const Variable& variable = *find_variable(program, extent.number);
      const unsigned size = byte_size(variable.type);
      if (extent.end > variable.elements * size)
        broken(extent, variable.name, "byte", variable.elements * size, (extent.end + size - 1) / size);
    } else if (const NamedArray* array = declared(program, extent); array && extent.end > array->elements) {
      broken(extent, array->name, extent.kind == Kind::kPredicate ? "lane" : "element", array->elements, extent.end);
    }
  }
  return found;
}

}  // namespace texpipe::visa
