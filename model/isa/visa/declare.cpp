#include <algorithm>

#include "isa/visa/encoding.h"

namespace texpipe::visa {

namespace {

constexpr std::uint32_t kMostVariables = 4096;  // of a bare stream; keeps a hostile number from filling memory

std::string padded(std::uint32_t number) {
  std::string digits = std::to_string(number);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

class Declarer {
 public:
  explicit Declarer(Program& program) : program_{program} {}

  void operator()(const SamplerInstruction& instruction) {
    const OperationFacts& operation = facts(instruction.operation);
    const DataType type = operation.type == ParameterType::kFloat ? DataType::kF : DataType::kUd;
    const unsigned lanes = instruction.execution.size;
    for (const RawOperand& parameter : instruction.parameters) variable(parameter.variable, type, lanes);
    variable(instruction.destination.variable, DataType::kF, lanes * 4);
    predicate(instruction.predicate, lanes);
    if (operation.opcode != SamplerOpcode::kLoad3d) sampler(instruction.sampler);
    surface(instruction.surface);
    if (const auto* offsets = std::get_if<RegisterOperand>(&instruction.offsets))
      variable(offsets->variable, DataType::kUw, 16);
  }

  void operator()(const InfoInstruction& instruction) {
    if (instruction.lod) variable(instruction.lod->variable, DataType::kUd, instruction.execution.size);
    variable(instruction.destination.variable, DataType::kUd, instruction.execution.size * 4u);
    surface(instruction.surface);
  }

  void operator()(const GenericInstruction& instruction) {
    predicate(instruction.predicate, instruction.execution.size);
    for (const VectorOperand& operand : instruction.operands) {
      if (const auto* reg = std::get_if<RegisterOperand>(&operand))
        variable(reg->variable, DataType::kUd, instruction.execution.size);
      if (const auto* flag = std::get_if<PredicateOperand>(&operand))
        predicate({.variable = flag->variable}, instruction.execution.size);
      if (const auto* state = std::get_if<StateOperand>(&operand)) {
        state->kind == StateOperand::Kind::kSurface ? surface(state->variable) : sampler(state->variable);
      }
    }
    for (const RawOperand& raw : instruction.raws) variable(raw.variable, DataType::kF, 64);
    const auto& fields = instruction.opcode->fields;
    if (std::find(fields.begin(), fields.end(), OperandField::kSurface) != fields.end()) surface(instruction.surface);
    if (std::find(fields.begin(), fields.end(), OperandField::kLabel) != fields.end()) {
      while (instruction.label >= program_.labels.size() && instruction.label < kMostVariables) {
        program_.labels.push_back({.name = "L" + std::to_string(program_.labels.size())});
      }
    }
  }

 private:
  void variable(std::uint32_t number, DataType type, unsigned elements) {
    if (number < kFirstUserVariable || number >= kMostVariables) return;
    while (number - kFirstUserVariable >= program_.variables.size()) {
      const auto next = kFirstUserVariable + static_cast<std::uint32_t>(program_.variables.size());
      program_.variables.push_back({.name = "V" + padded(next), .elements = 0, .alignment = Alignment::kHword});
    }
    Variable& declared = program_.variables[number - kFirstUserVariable];
    if (declared.elements == 0) declared.type = type;
    declared.elements = static_cast<std::uint16_t>(std::max<unsigned>(declared.elements, elements));
  }

  void predicate(const PredicateUse& use, unsigned lanes) {
    if (!use.present() || use.variable >= kMostVariables) return;
    while (use.variable - kFirstUserPredicate >= static_cast<int>(program_.predicates.size())) {
      const std::size_t next = program_.predicates.size() + kFirstUserPredicate;
      program_.predicates.push_back(
          {.name = "P" + std::to_string(next), .elements = static_cast<std::uint16_t>(lanes)});
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
};

void declare_missing(Program& program, const std::vector<Statement>& statements) {
  Declarer declarer{program};
  for (const Statement& statement : statements) std::visit(declarer, statement.instruction);
  for (Variable& variable : program.variables) variable.elements = std::max<std::uint16_t>(variable.elements, 1);
}

}  // namespace

Program decode_bare(std::span<const std::uint8_t> bytes, const std::string& file, Layout layout,
                    Generation generation) {
  ByteReader in{bytes, file};
  Program program;
  std::vector<std::size_t> places;
  while (!in.at_end()) {
    places.push_back(in.position());
    program.statements.push_back({decode(in, layout)});
  }
  declare_missing(program, program.statements);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (Violation& broken : violations(program, program.statements[i].instruction, generation)) {
      in.fail_at(places[i], std::move(broken.problem), std::move(broken.hint));
    }
  }
  return program;
}

}  // namespace texpipe::visa
