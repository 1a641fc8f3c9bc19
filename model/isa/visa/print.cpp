#include <algorithm>
#include <cstdio>

#include "isa/visa/text.h"

namespace texpipe::visa {

namespace {

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_{program} {}

  std::string operator()(const SamplerInstruction& instruction) const {
    const OperationFacts& operation = facts(instruction.operation);
    std::string text = predicate(instruction.predicate) + std::string{operation.text};
    if (instruction.pixel_null_mask) text += ".pixel_null_mask";
    if (instruction.coarse_pixel) text += ".cps";
    if (instruction.divergent_sampler) text += ".divS";
    text += "." + channel_names(instruction.channels) + " " + execution(instruction.execution) + " " +
            vector(instruction.offsets, false);
    if (operation.opcode != SamplerOpcode::kLoad3d) text += " " + sampler(instruction.sampler);
    text += " " + surface(instruction.surface) + " " + raw(instruction.destination);
    for (const RawOperand& parameter : instruction.parameters) text += " " + raw(parameter);
    return text;
  }

  std::string operator()(const InfoInstruction& instruction) const {
    std::string text = std::string{facts(instruction.operation).text} + "." + channel_names(instruction.channels) +
                       " " + execution(instruction.execution) + " " + surface(instruction.surface);
    if (instruction.lod) text += " " + raw(*instruction.lod);
    return text + " " + raw(instruction.destination);
  }

  std::string operator()(const GenericInstruction& instruction) const {
    const OpcodeFacts& opcode = *instruction.opcode;
    if (opcode.code == kOpcodeLabel || opcode.code == kOpcodeSubroutine) return label(instruction.label) + ":";
    std::string name{opcode.name};
    std::string rest;
    std::size_t next_operand = 0;
    std::size_t next_raw = 0;
    for (OperandField field : opcode.fields) {
      switch (field) {
        case OperandField::kExecution:
          rest += " " + execution(instruction.execution);
          break;
        case OperandField::kWord:
          name += "." + std::string{word(*opcode.words, instruction.selector)};
          break;
        case OperandField::kAtomic:
          name += "." + std::string{word(*opcode.words, instruction.selector & kAtomicOperation)};
          if (instruction.selector & kAtomicWidth16) name += ".16";
          if (instruction.selector & kAtomicWidth64) name += ".64";
          break;
        case OperandField::kFence:
          if (instruction.selector != 0) name += "." + fence_name(instruction.selector);
          break;
        case OperandField::kBlockBytes:
          name += "." + std::to_string(block_bytes(instruction.selector));
          break;
        case OperandField::kBlockCount:
          name += "." + std::to_string(1u << instruction.block_count);
          break;
        case OperandField::kOwords:
          rest += " (" + std::to_string(1u << instruction.selector) + ")";
          break;
        case OperandField::kChannels:
          name += "." + channel_names(instruction.selector);
          break;
        case OperandField::kSurface:
          rest += " " + surface(instruction.surface);
          break;
        case OperandField::kLabel:
          rest += " " + label(instruction.label);
          break;
        case OperandField::kDestination:
        case OperandField::kSource:
          rest += " " + vector(instruction.operands[next_operand++], field == OperandField::kDestination);
          break;
        case OperandField::kRaw:
          rest += " " + raw(instruction.raws[next_raw++]);
          break;
        default:
          break;
      }
    }
    if (!instruction.operands.empty()) {
      const auto* target = std::get_if<RegisterOperand>(&instruction.operands.front());
      if (target && target->modifier == Modifier::kSaturate) name += ".sat";
    }
    return predicate(instruction.predicate) + name + rest;
  }

 private:
  static std::string_view word(const WordTable& table, std::uint8_t value) {
    for (const SelectorWord& each : table.words) {
      if (each.value == value) return each.text;
    }
    return "?";
  }
  std::string predicate(const PredicateUse& use) const {
    if (!use.present()) return {};
    constexpr std::string_view kControls[] = {"", ".any", ".all", ".?"};
    return std::string{use.inverted ? "(!" : "("} + predicate_name(program_, use.variable).value_or("?") +
           std::string{kControls[static_cast<unsigned>(use.control) & 3]} + ") ";
  }
  static std::string execution(const ExecutionControl& execution) {
    return "(" + mask_name(execution) + ", " + std::to_string(execution.size) + ")";
  }
  std::string variable(std::uint32_t number) const {
    const Variable* variable = find_variable(program_, number);
    return variable ? variable->name : "?";
  }
  std::string raw(const RawOperand& operand) const {
    return variable(operand.variable) + "." + std::to_string(operand.offset);
  }
  std::string sampler(std::uint16_t number) const { return sampler_name(program_, number).value_or("?"); }
  std::string surface(std::uint16_t number) const { return surface_name(program_, number).value_or("?"); }
  std::string label(std::uint16_t number) const {
    return number < program_.labels.size() ? program_.labels[number].name : "?";
  }

  std::string vector(const VectorOperand& operand, bool destination) const {
    if (const auto* immediate = std::get_if<Immediate>(&operand)) {
      return hex(immediate->bits) + ":" + std::string{name_of(immediate->type)};
    }
    if (const auto* flag = std::get_if<PredicateOperand>(&operand))
      return predicate_name(program_, flag->variable).value_or("?");
    if (const auto* state = std::get_if<StateOperand>(&operand)) {
      return (state->kind == StateOperand::Kind::kSampler ? sampler(state->variable) : surface(state->variable)) + "(" +
             std::to_string(state->element) + ")";
    }
    const auto& reg = std::get<RegisterOperand>(operand);
    constexpr std::string_view kModifiers[] = {"", "(abs)", "(-)", "(-abs)", "", "(~)"};
    std::string text = std::string{kModifiers[static_cast<unsigned>(reg.modifier)]} + variable(reg.variable) + "(" +
                       std::to_string(reg.row) + "," + std::to_string(reg.column) + ")<";
    if (!destination) text += std::to_string(reg.region.vertical) + ";" + std::to_string(reg.region.width) + ",";
    return text + std::to_string(reg.region.horizontal) + ">";
  }

  const Program& program_;
};

std::string attribute_value(const Attribute& attribute) {
  if (attribute.name == "Target" && attribute.value.size() == 1) return attribute.value[0] ? "\"3d\"" : "\"cm\"";
  const bool printable = std::all_of(attribute.value.begin(), attribute.value.end(),
                                     [](char c) { return c >= ' ' && c <= '~' && c != '"'; });
  if (attribute.value.size() != 4 || printable) return "\"" + attribute.value + "\"";
  std::uint32_t value = 0;
  for (unsigned byte = 0; byte < 4; ++byte)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(attribute.value[byte])) << (8 * byte);
  return std::to_string(value);
}

std::string array_line(const NamedArray& array, char kind, bool with_name) {
  std::string text = ".decl " + array.name + " v_type=" + kind + " num_elts=" + std::to_string(array.elements);
  return with_name ? text + " v_name=" + array.name + "\n" : text + "\n";
}

}  // namespace

std::string channel_names(std::uint8_t channels) {
  std::string names;
  for (unsigned i = 0; i < 4; ++i) {
    if (channels >> i & 1) names += "RGBA"[i];
  }
  return names;
}

std::string print(const Program& program, const Instruction& instruction) {
  return std::visit(Printer{program}, instruction);
}

std::string print_line(const Program& program, const Statement& statement) {
  const auto* generic = std::get_if<GenericInstruction>(&statement.instruction);
  const bool is_label =
      generic && (generic->opcode->code == kOpcodeLabel || generic->opcode->code == kOpcodeSubroutine);
  return (is_label ? "" : "    ") + print(program, statement.instruction);
}

std::string print(const Program& program) {
  std::string text = ".version " + std::to_string(program.major) + "." + std::to_string(program.minor) + "\n";
  if (!program.name.empty()) text += ".kernel \"" + program.name + "\"\n";
  for (const Variable& variable : program.variables) {
    text += ".decl " + variable.name + " v_type=G type=" + std::string{name_of(variable.type)} +
            " num_elts=" + std::to_string(variable.elements) + " align=" + std::string{name_of(variable.alignment)};
    if (variable.alias != 0) {
      const Variable* owner = find_variable(program, variable.alias);
      text += " alias=<" + (owner ? owner->name : "?") + ", " + std::to_string(variable.alias_offset) + ">";
    }
    text += "\n";
  }
  for (const NamedArray& address : program.addresses) text += array_line(address, 'A', false);
  for (const NamedArray& predicate : program.predicates) text += array_line(predicate, 'P', false);
  for (const NamedArray& sampler : program.samplers) text += array_line(sampler, 'S', true);
  for (const NamedArray& surface : program.surfaces) text += array_line(surface, 'T', true);
  for (const Input& input : program.inputs) {
    std::string name;
    if (input.kind == Input::Kind::kSampler)
      name = sampler_name(program, static_cast<std::uint16_t>(input.index)).value_or("?");
    if (input.kind == Input::Kind::kSurface)
      name = surface_name(program, static_cast<std::uint16_t>(input.index)).value_or("?");
    if (const Variable* variable = find_variable(program, input.index); input.kind == Input::Kind::kGeneral && variable)
      name = variable->name;
    text += ".input " + name + " offset=" + std::to_string(input.offset) + " size=" + std::to_string(input.size) + "\n";
  }
  for (const Attribute& attribute : program.attributes)
    text += ".kernel_attr " + attribute.name + "=" + attribute_value(attribute) + "\n";
  for (const Label& label : program.labels) {
    if (label.function) text += ".function \"" + label.name + "\"\n";
  }
  text += "\n";
  for (const Statement& statement : program.statements) text += print_line(program, statement) + "\n";
  return text;
}

}  // namespace texpipe::visa
