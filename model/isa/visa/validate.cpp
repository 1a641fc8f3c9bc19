#include "isa/visa/validate.h"

#include <bit>

#include "isa/visa/operand_extent.h"

namespace texpipe::visa {

namespace {

/// Collects what one instruction breaks.
class Rules {
 public:
  Rules(const Program& program, Generation generation) : program_{program}, generation_{generation} {}

  std::vector<Violation> take() { return std::move(found_); }

  void check(const SamplerInstruction& instruction);
  void check(const InfoInstruction& instruction);
  void check(const GenericInstruction& instruction);

 private:
  void broken(Part part, std::string problem, std::string hint = {}, unsigned index = 0) {
    found_.push_back({part, index, std::move(problem), std::move(hint)});
  }
  void check_execution(const ExecutionControl& execution, bool allows_32);
  void check_predicate(const PredicateUse& predicate);
  void check_channels(std::uint8_t channels);
  void check_offsets(const VectorOperand& offsets);
  void check_surface(std::uint16_t surface);
  void check_parameters(const SamplerInstruction& instruction, const OperationFacts& operation);
  void check_register(const RegisterOperand& operand, Part part, unsigned index = 0);
  std::optional<DataType> type_of(const RawOperand& operand, Part part, unsigned index = 0);

  const Program& program_;
  Generation generation_;
  std::vector<Violation> found_;
};

bool is_one_of(DataType type, std::initializer_list<DataType> types) {
  for (DataType candidate : types) {
    if (type == candidate) return true;
  }
  return false;
}

void Rules::check_execution(const ExecutionControl& execution, bool allows_32) {
  if (execution.size < 8 || (execution.size == 32 && !allows_32)) {
    broken(Part::kExecution, "execution size " + std::to_string(execution.size) + " is not allowed",
           allows_32 ? "expected 8, 16 or 32" : "expected 8 or 16");
  } else if (std::string problem = mask_problem(execution); !problem.empty()) {
    broken(Part::kExecution, std::move(problem));
  }
}

void Rules::check_predicate(const PredicateUse& predicate) {
  if (static_cast<unsigned>(predicate.control) > 2) broken(Part::kPredicate, "predicate control 3 is reserved");
  if (predicate.present() ? !predicate_name(program_, predicate.variable) : predicate.inverted) {
    broken(Part::kPredicate, "predicate variable " + std::to_string(predicate.variable) + " is not declared");
  }
}

void Rules::check_channels(std::uint8_t channels) {
  if (channels & 0xF0) broken(Part::kChannels, "reserved channel bits 7:4 are not zero");
  if ((channels & 0xF) == 0) broken(Part::kChannels, "no channel is enabled", "expected at least one of R, G, B, A");
}

void Rules::check_offsets(const VectorOperand& offsets) {
  if (const auto* immediate = std::get_if<Immediate>(&offsets)) {
    if (immediate->type != DataType::kUw) {
      broken(Part::kOffsets, "the texel offsets have type " + std::string{name_of(immediate->type)}, "expected uw");
    } else if (immediate->bits > 0xFFFF) {
      broken(Part::kOffsets, "the texel offsets do not fit in 16 bits");
    } else if (immediate->bits & 0x7000) {
      broken(Part::kOffsets, "reserved bits 14:12 of the texel offsets are not zero",
             "an offset beyond -8..7 does not fit its four bits");
    }
  } else if (const auto* reg = std::get_if<RegisterOperand>(&offsets)) {
    check_register(*reg, Part::kOffsets);
    if (const Variable* variable = find_variable(program_, reg->variable);
        variable && variable->type != DataType::kUw) {
      broken(Part::kOffsets, "the texel offsets have type " + std::string{name_of(variable->type)}, "expected uw");
    }
    if (reg->region != Region{0, 1, 0})
      broken(Part::kOffsets, "the texel offsets are a scalar", "expected region <0;1,0>");
    if (reg->modifier != Modifier::kNone) broken(Part::kOffsets, "the texel offsets take no modifier");
  } else {
    broken(Part::kOffsets, "the texel offsets are neither an immediate nor a register");
  }
}

void Rules::check_surface(std::uint16_t surface) {
  if (!surface_name(program_, surface))
    broken(Part::kSurface, "surface variable " + std::to_string(surface) + " is not declared");
}

void Rules::check_register(const RegisterOperand& operand, Part part, unsigned index) {
  if (!find_variable(program_, operand.variable)) {
    broken(part, "variable " + std::to_string(operand.variable) + " is not declared", {}, index);
  }
}

std::optional<DataType> Rules::type_of(const RawOperand& operand, Part part, unsigned index) {
  const Variable* variable = find_variable(program_, operand.variable);
  if (variable) return variable->type;
  broken(part, "variable " + std::to_string(operand.variable) + " is not declared", {}, index);
  return std::nullopt;
}

void Rules::check_parameters(const SamplerInstruction& instruction, const OperationFacts& operation) {
  const std::size_t count = instruction.parameters.size();
  if (count == 0) broken(Part::kCount, "NumParams is 0", "expected 1 to 15");
  if (count > 15) broken(Part::kCount, "NumParams is " + std::to_string(count), "expected 1 to 15");
  if (count > operation.parameters().size()) {
    broken(Part::kParameter,
           std::string{operation.text} + " has at most " + std::to_string(operation.parameters().size()) +
               " parameters, not " + std::to_string(count),
           {}, static_cast<unsigned>(operation.parameters().size()));
  }
  std::optional<DataType> first;
  for (unsigned i = 0; i < count; ++i) {
    const std::optional<DataType> type = type_of(instruction.parameters[i], Part::kParameter, i);
    if (!type || instruction.parameters[i].variable == 0) continue;
    const std::string found{name_of(*type)};
    const std::string name{i < operation.parameters().size() ? name_of(operation.parameters()[i]) : "extra"};
    if (operation.takes_integers()) {
      if (!is_one_of(*type, {DataType::kUd, DataType::kD})) {
        broken(Part::kParameter, "parameter " + name + " has type " + found, "expected ud or d", i);
      }
    } else if (generation_ == Generation::kKbl) {
      if (*type != DataType::kF) {
        broken(Part::kParameter, "parameter " + name + " has type " + found, "before Ice Lake every operand is f", i);
      }
    } else if (!is_one_of(*type, {DataType::kF, DataType::kHf})) {
      broken(Part::kParameter, "parameter " + name + " has type " + found, "expected f or hf", i);
    } else if (first && *first != *type) {
      broken(Part::kParameter, "parameter " + name + " has type " + found,
             "all operands have the same type, here " + std::string{name_of(*first)}, i);
    }
    if (!first) first = type;
  }
}

void Rules::check(const SamplerInstruction& instruction) {
  const OperationFacts& operation = facts(instruction.operation);
  check_execution(instruction.execution, false);
  check_predicate(instruction.predicate);
  if (operation.opcode == SamplerOpcode::kSample4) {
    if (!std::has_single_bit(instruction.channels) || instruction.channels > 8) {
      broken(Part::kChannels, "gather has one source channel", "expected R, G, B or A");
    }
  } else {
    check_channels(instruction.channels);
  }
  if (instruction.coarse_pixel && !operation.compares_neighbours()) {
    broken(Part::kCoarsePixel, ".cps is not available for " + std::string{operation.text},
           "expected sample_3d, sample_b, sample_b_c, sample_c or lod");
  }
  if (instruction.divergent_sampler && operation.opcode != SamplerOpcode::kSample3d) {
    broken(Part::kDivergent, ".divS is not available for " + std::string{operation.text});
  }
  check_offsets(instruction.offsets);
  if (operation.opcode != SamplerOpcode::kLoad3d && !sampler_name(program_, instruction.sampler)) {
    broken(Part::kSampler, "sampler variable " + std::to_string(instruction.sampler) + " is not declared");
  }
  check_surface(instruction.surface);
  using enum DataType;
  const std::optional<DataType> type = type_of(instruction.destination, Part::kDestination);
  if (type && instruction.destination.variable != 0 && !is_one_of(*type, {kHf, kF, kW, kUw, kD, kUd})) {
    broken(Part::kDestination, "the destination has type " + std::string{name_of(*type)},
           "expected hf, f, w, uw, d or ud");
  }
  check_parameters(instruction, operation);
}

void Rules::check(const InfoInstruction& instruction) {
  check_execution(instruction.execution, true);
  check_channels(instruction.channels);
  check_surface(instruction.surface);
  if (instruction.lod) {
    const std::optional<DataType> type = type_of(*instruction.lod, Part::kParameter);
    if (type && *type != DataType::kUd) {
      broken(Part::kParameter, "the LOD has type " + std::string{name_of(*type)}, "expected ud");
    }
  }
  const std::optional<DataType> type = type_of(instruction.destination, Part::kDestination);
  if (type && *type != DataType::kUd) {
    broken(Part::kDestination, "the destination has type " + std::string{name_of(*type)}, "expected ud");
  }
}

void Rules::check(const GenericInstruction& instruction) {
  check_predicate(instruction.predicate);
  if (std::string problem = mask_problem(instruction.execution); !problem.empty())
    broken(Part::kExecution, std::move(problem));
  for (unsigned i = 0; i < instruction.operands.size(); ++i) {
    const VectorOperand& operand = instruction.operands[i];
    if (const auto* reg = std::get_if<RegisterOperand>(&operand)) {
      check_register(*reg, Part::kParameter, i);
    } else if (const auto* predicate = std::get_if<PredicateOperand>(&operand)) {
      if (!predicate_name(program_, predicate->variable)) {
        broken(Part::kParameter, "predicate variable " + std::to_string(predicate->variable) + " is not declared", {},
               i);
      }
    } else if (const auto* state = std::get_if<StateOperand>(&operand)) {
      const bool known = state->kind == StateOperand::Kind::kSurface
                             ? surface_name(program_, state->variable).has_value()
                             : sampler_name(program_, state->variable).has_value();
      if (!known)
        broken(Part::kParameter, "state variable " + std::to_string(state->variable) + " is not declared", {}, i);
    }
  }
  for (unsigned i = 0; i < instruction.raws.size(); ++i) {
    type_of(instruction.raws[i], Part::kParameter, static_cast<unsigned>(instruction.operands.size()) + i);
  }
  for (OperandField field : instruction.opcode->fields) {
    if (field == OperandField::kSurface) check_surface(instruction.surface);
    if (field == OperandField::kLabel && instruction.label >= program_.labels.size()) {
      broken(Part::kParameter, "label " + std::to_string(instruction.label) + " is not declared");
    }
  }
}

}  // namespace

std::vector<Violation> violations(const Program& program, const Instruction& instruction, Generation generation) {
  Rules rules{program, generation};
  std::visit([&](const auto& each) { rules.check(each); }, instruction);
  std::vector<Violation> found = rules.take();
  return found.empty() ? extent_violations(program, instruction) : found;
}

}  // namespace texpipe::visa
