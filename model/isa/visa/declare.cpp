#include "isa/visa/declare.h"

#include <algorithm>
#include <bit>

#include "isa/visa/encoding.h"
#include "isa/visa/operand_extent.h"

namespace texpipe::visa {

namespace {

constexpr std::uint32_t kMostVariables = 4096;  // of a bare stream; keeps a hostile number from filling memory

std::string padded(std::uint32_t number) {
  std::string digits = std::to_string(number);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

/// Strength of what a use says about a variable's type; the strongest one decides, the first of equals.
enum class Claim : std::uint8_t { kNone, kGuess, kUsual, kRequired };

class Declarer {
 public:
  explicit Declarer(Program& program) : program_{program} {
    for (const Variable& variable : program_.variables) {
      open_.push_back(variable.elements == 0);
      claims_.push_back(open_.back() ? Claim::kNone : Claim::kRequired);
    }
  }

  void operator()(const SamplerInstruction& instruction) {
    const OperationFacts& operation = facts(instruction.operation);
    const DataType type = operation.takes_integers() ? DataType::kUd : DataType::kF;
    for (const RawOperand& parameter : instruction.parameters) variable(parameter.variable, type, Claim::kRequired);
    variable(instruction.destination.variable, DataType::kF, Claim::kUsual);
    predicate(instruction.predicate.variable);
    if (operation.opcode != SamplerOpcode::kLoad3d) sampler(instruction.sampler);
    surface(instruction.surface);
    if (const auto* offsets = std::get_if<RegisterOperand>(&instruction.offsets))
      variable(offsets->variable, DataType::kUw, Claim::kRequired);
  }

  void operator()(const InfoInstruction& instruction) {
    if (instruction.lod) variable(instruction.lod->variable, DataType::kUd, Claim::kRequired);
    variable(instruction.destination.variable, DataType::kUd, Claim::kRequired);
    surface(instruction.surface);
  }

  void operator()(const GenericInstruction& instruction) {
    predicate(instruction.predicate.variable);
    for (const VectorOperand& operand : instruction.operands) {
      if (const auto* reg = std::get_if<RegisterOperand>(&operand))
        variable(reg->variable, DataType::kUd, Claim::kGuess);
      if (const auto* flag = std::get_if<PredicateOperand>(&operand)) predicate(flag->variable);
      if (const auto* state = std::get_if<StateOperand>(&operand)) {
        state->kind == StateOperand::Kind::kSurface ? surface(state->variable) : sampler(state->variable);
      }
    }
    for (const RawOperand& raw : instruction.raws) variable(raw.variable, DataType::kUd, Claim::kGuess);
    const auto& fields = instruction.opcode->fields;
    if (std::find(fields.begin(), fields.end(), OperandField::kSurface) != fields.end()) surface(instruction.surface);
    if (std::find(fields.begin(), fields.end(), OperandField::kLabel) != fields.end()) {
      while (instruction.label >= program_.labels.size() && instruction.label < kMostVariables) {
        program_.labels.push_back({.name = "L" + std::to_string(program_.labels.size())});
      }
    }
  }

  /// Elements for the operands of an instruction, once the types are known.
  void cover(const Instruction& instruction) {
    for (const OperandExtent& extent : operand_extents(program_, instruction)) {
      if (extent.kind == OperandExtent::Kind::kVariable) {
        cover_variable(extent);
      } else if (extent.kind == OperandExtent::Kind::kPredicate) {
        NamedArray& array = program_.predicates[extent.number - kFirstUserPredicate];
        array.elements = static_cast<std::uint16_t>(std::bit_ceil(std::max<unsigned>(array.elements, extent.end)));
      } else if (extent.kind == OperandExtent::Kind::kSampler && extent.number < program_.samplers.size()) {
        cover_array(program_.samplers[extent.number], extent.end);
      } else if (extent.kind == OperandExtent::Kind::kSurface && extent.number >= kFirstUserSurface &&
                 extent.number - kFirstUserSurface < program_.surfaces.size()) {
        cover_array(program_.surfaces[extent.number - kFirstUserSurface], extent.end);
      }
    }
  }

 private:
  void variable(std::uint32_t number, DataType type, Claim claim) {
    if (number < kFirstUserVariable || number >= kMostVariables) return;
    while (number - kFirstUserVariable >= program_.variables.size()) {
      const auto next = kFirstUserVariable + static_cast<std::uint32_t>(program_.variables.size());
      program_.variables.push_back({.name = "V" + padded(next), .elements = 0, .alignment = Alignment::kHword});
      claims_.push_back(Claim::kNone);
      open_.push_back(true);
    }
    const std::size_t index = number - kFirstUserVariable;
    if (claims_[index] >= claim) return;
    claims_[index] = claim;
    program_.variables[index].type = type;
  }

  void cover_variable(const OperandExtent& extent) {
    if (extent.number < kFirstUserVariable) return;
    const std::size_t index = extent.number - kFirstUserVariable;
    if (!open_[index]) return;
    Variable& variable = program_.variables[index];
    const unsigned size = byte_size(variable.type);
    const unsigned needed = std::min((extent.end + size - 1) / size, 0xFFFFu);
    variable.elements = static_cast<std::uint16_t>(std::max<unsigned>(variable.elements, needed));
  }

  static void cover_array(NamedArray& array, unsigned elements) {
    array.elements = static_cast<std::uint16_t>(std::max<unsigned>(array.elements, elements));
  }

  void predicate(std::uint16_t number) {
    if (number < kFirstUserPredicate || number >= kMostVariables) return;
    while (number - kFirstUserPredicate >= static_cast<int>(program_.predicates.size())) {
      const std::size_t next = program_.predicates.size() + kFirstUserPredicate;
      program_.predicates.push_back({.name = "P" + std::to_string(next), .elements = 0});
    }
  }

  void sampler(std::uint16_t number) {
    if (number == kBindlessSampler || number > 255) return;
    while (number >= program_.samplers.size())
      program_.samplers.push_back({.name = "S" + std::to_string(program_.samplers.size())});
  }

  void surface(std::uint16_t number) {
    if (number < kFirstUserSurface || number > 255) return;
    while (number - kFirstUserSurface >= static_cast<int>(program_.surfaces.size())) {
      program_.surfaces.push_back({.name = "T" + std::to_string(program_.surfaces.size() + kFirstUserSurface)});
    }
  }

  Program& program_;
  std::vector<Claim> claims_;  // by variable
  std::vector<bool> open_;     // its elements are found here, not declared
};

}  // namespace

void declare_used(Program& program) {
  Declarer declarer{program};
  for (const Statement& statement : program.statements) std::visit(declarer, statement.instruction);
  for (const Statement& statement : program.statements) declarer.cover(statement.instruction);
  for (Variable& variable : program.variables) variable.elements = std::max<std::uint16_t>(variable.elements, 1);
  for (NamedArray& predicate : program.predicates) {
    if (predicate.elements == 0) predicate.elements = 32;
  }
}

Program decode_bare(std::span<const std::uint8_t> bytes, const std::string& file, Layout layout,
                    Generation generation) {
  FieldReader in{bytes, file};
  Program program;
  while (!in.at_end()) {
    const std::size_t place = in.position();
    program.statements.push_back({decode(in, layout), {.byte = place}});
  }
  declare_used(program);
  for (const Statement& statement : program.statements) {
    for (Violation& broken : violations(program, statement.instruction, generation))
      in.fail_at(statement.place.byte, std::move(broken.problem), std::move(broken.hint));
  }
  return program;
}

}  // namespace texpipe::visa
