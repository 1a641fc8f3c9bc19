#include <algorithm>

#include "isa/visa/encoding.h"

namespace texpipe::visa {

namespace {

std::uint8_t stride_of(FieldReader& in, unsigned code) {
  if (code == 0 || code > 7) in.fail("region code " + std::to_string(code) + " is reserved");
  return static_cast<std::uint8_t>(code == 1 ? 0 : 1u << (code - 2));
}

RawOperand raw_operand(FieldReader& in) {
  RawOperand operand;
  operand.variable = in.u32("a raw operand");
  operand.offset = in.u16("a raw operand");
  return operand;
}

VectorOperand register_operand(FieldReader& in, unsigned tag, bool destination) {
  const unsigned modifier = tag >> 3;
  if (modifier > 5) in.fail("operand modifier " + std::to_string(modifier) + " is reserved");
  RegisterOperand operand;
  operand.modifier = static_cast<Modifier>(modifier);
  operand.variable = in.u32("a register operand");
  operand.row = in.u8("a register operand");
  operand.column = in.u8("a register operand");
  const unsigned region = in.u16("a region");
  operand.region.horizontal = stride_of(in, region >> 8 & 0xF);
  if (region >> 12) in.fail("reserved region bits 15:12 are not zero");
  if (destination) {
    if (region & 0xFF) in.fail("a destination has a horizontal stride only");
    operand.region.vertical = 0;
    operand.region.width = 0;
    return operand;
  }
  operand.region.width = stride_of(in, region >> 4 & 0xF);
  operand.region.vertical = stride_of(in, region & 0xF);
  return operand;
}

VectorOperand vector_operand(FieldReader& in, bool destination) {
  const unsigned tag = in.u8("an operand");
  const unsigned kind = tag & 7;
  if (kind != 0 && tag >> 3) in.fail("modifier bits of an operand without modifier are not zero");
  switch (kind) {
    case 0:
      return register_operand(in, tag, destination);
    case 2:
      return PredicateOperand{in.u16("a predicate operand")};
    case 5: {
      const unsigned type = in.u8("an immediate");
      if (type > static_cast<unsigned>(DataType::kHf)) in.fail("data type " + std::to_string(type) + " is not listed");
      const auto known = static_cast<DataType>(type);
      return Immediate{known, byte_size(known) == 8 ? in.u64("an immediate") : in.u32("an immediate")};
    }
    case 6: {
      StateOperand state;
      const unsigned state_class = in.u8("a state operand");
      if (state_class > 1) in.fail("state class " + std::to_string(state_class) + " is not listed");
      state.kind = static_cast<StateOperand::Kind>(state_class);
      state.variable = in.u16("a state operand");
      state.element = in.u8("a state operand");
      return state;
    }
    default:
      in.not_supported("vISA operand class " + std::to_string(kind) + " (address and indirect operands)");
  }
}

ExecutionControl execution_control(FieldReader& in) {
  const unsigned byte = in.u8("the execution size");
  if (byte & 8) in.fail("reserved bit 3 of the execution size is not zero");
  const std::optional<ExecutionControl> execution = decode_execution(static_cast<std::uint8_t>(byte));
  if (!execution) in.fail("execution size code " + std::to_string(byte & 7) + " is not listed");
  return *execution;
}

PredicateUse predicate_use(FieldReader& in) {
  const unsigned bits = in.u16("the predicate");
  PredicateUse use;
  use.variable = bits & 0x1FFF;
  use.control = static_cast<PredicateUse::Control>(bits >> 13 & 3);
  use.inverted = bits >> 15;
  return use;
}

Instruction sampler_instruction(FieldReader& in, SamplerOpcode opcode, Layout layout) {
  SamplerInstruction instruction;
  unsigned op;
  unsigned flags;
  if (layout == Layout::kDocument && opcode == SamplerOpcode::kSample3d) {
    const unsigned byte = in.u8("Op");
    op = byte & 0x1F;
    flags = byte >> 5;
  } else {
    const unsigned word = in.u16("Op");
    op = word & 0x1F;
    if (word & 0xF8E0) in.fail("reserved bits of Op are not zero");
    flags = word >> 8;
  }
  const OperationFacts* operation = find_operation(opcode, op);
  if (!operation) in.fail("Op value " + std::to_string(op) + " is not listed");
  instruction.operation = operation->operation;
  instruction.pixel_null_mask = flags & 1;
  instruction.coarse_pixel = flags & 2;
  instruction.divergent_sampler = flags & 4;
  instruction.execution = execution_control(in);
  instruction.predicate = predicate_use(in);
  instruction.channels = in.u8("the channels");
  if (opcode == SamplerOpcode::kSample4) {
    if (instruction.channels > 3)
      in.fail("source channel " + std::to_string(instruction.channels) + " is not listed", "expected 0 to 3");
    instruction.channels = static_cast<std::uint8_t>(1u << instruction.channels);
  }
  instruction.offsets = vector_operand(in, false);
  if (opcode != SamplerOpcode::kLoad3d) instruction.sampler = in.u8("the sampler");
  instruction.surface = in.u8("the surface");
  instruction.destination = raw_operand(in);
  const unsigned count = in.u8("NumParams");
  if (count > 15) in.fail("NumParams is " + std::to_string(count), "expected 1 to 15");
  for (unsigned i = 0; i < count; ++i) instruction.parameters.push_back(raw_operand(in));
  return instruction;
}

Instruction info_instruction(FieldReader& in, Layout layout) {
  InfoInstruction instruction;
  const unsigned op = layout == Layout::kDocument ? in.u16("Op") : in.u8("Op");
  const OperationFacts* operation = find_operation(SamplerOpcode::kInfo, op);
  if (!operation)
    in.fail("Op value " + std::to_string(op) + " is not listed", "expected 10 (resinfo) or 11 (sampleinfo)");
  instruction.operation = operation->operation;
  instruction.execution = execution_control(in);
  if (layout == Layout::kIgc) instruction.channels = in.u8("the channels");
  instruction.surface = in.u8("the surface");
  if (instruction.operation == SamplerMessageType::kResinfo) instruction.lod = raw_operand(in);
  instruction.destination = raw_operand(in);
  return instruction;
}

void constant(FieldReader& in, unsigned expected) {
  const unsigned found = in.u8("a constant field");
  if (found != expected) {
    in.not_supported("the value " + std::to_string(found) + " where only " + std::to_string(expected) + " is known");
  }
}

std::uint8_t selector_up_to(FieldReader& in, unsigned most, const char* what) {
  const std::uint8_t code = in.u8(what);
  if (code > most) in.fail("code " + std::to_string(code) + " of " + what + " is not listed");
  return code;
}

std::uint8_t word(FieldReader& in, const WordTable& table, unsigned mask) {
  const std::uint8_t byte = in.u8("a word");
  const bool known = std::any_of(table.words.begin(), table.words.end(),
                                 [&](const SelectorWord& each) { return each.value == (byte & mask); });
  if (!known) in.fail(std::string{table.what} + " " + std::to_string(byte & mask) + " is not listed");
  return byte;
}

Instruction generic_instruction(FieldReader& in, const OpcodeFacts& opcode) {
  GenericInstruction instruction{.opcode = &opcode};
  for (OperandField field : opcode.fields) {
    switch (field) {
      case OperandField::kExecution:
        instruction.execution = execution_control(in);
        break;
      case OperandField::kPredicate:
        instruction.predicate = predicate_use(in);
        break;
      case OperandField::kWord:
        instruction.selector = word(in, *opcode.words, 0xFF);
        break;
      case OperandField::kAtomic:
        instruction.selector = word(in, *opcode.words, kAtomicOperation);
        if (instruction.selector > (kAtomicWidth64 | kAtomicOperation)) in.fail("the width of the atomic is reserved");
        break;
      case OperandField::kFence: {
        const unsigned byte = in.u8("the fence");
        instruction.selector = static_cast<std::uint8_t>(byte & ~unsigned{opcode.fixed.mask});
        break;
      }
      case OperandField::kOwords:
        instruction.selector = selector_up_to(in, 4, "the number of OWords");
        break;
      case OperandField::kBlockBytes:
        instruction.selector = selector_up_to(in, 2, "the size of a block");
        break;
      case OperandField::kBlockCount:
        instruction.block_count = selector_up_to(in, 3, "the number of blocks");
        break;
      case OperandField::kChannels:
        instruction.selector = in.u8("the channels");
        if (instruction.selector == 0 || instruction.selector > kAllChannels) in.fail("reserved channel mask");
        break;
      case OperandField::kSurface:
        instruction.surface = in.u8("the surface");
        break;
      case OperandField::kLabel:
        instruction.label = in.u16("the label");
        break;
      case OperandField::kDestination:
        instruction.operands.push_back(vector_operand(in, true));
        break;
      case OperandField::kSource:
        instruction.operands.push_back(vector_operand(in, false));
        break;
      case OperandField::kRaw:
        instruction.raws.push_back(raw_operand(in));
        break;
      case OperandField::kZero:
        constant(in, 0);
        break;
      case OperandField::kFixed:
        constant(in, opcode.fixed.value);
        break;
    }
  }
  if (!opcode.raw_order.empty()) {
    const std::vector<RawOperand> bytes_order = instruction.raws;
    for (std::size_t i = 0; i < bytes_order.size(); ++i) instruction.raws.at(opcode.raw_order[i]) = bytes_order[i];
  }
  return instruction;
}

}  // namespace

Instruction decode(FieldReader& in, Layout layout) {
  const std::size_t start = in.position();
  const unsigned code = in.u8("an opcode");
  switch (code) {
    case 0x6D:
    case 0x6E:
    case 0x6F:
      return sampler_instruction(in, static_cast<SamplerOpcode>(code), layout);
    case 0x70:
      return info_instruction(in, layout);
    default:
      break;
  }
  const OpcodeFacts* opcode = find_opcode(static_cast<std::uint8_t>(code), in.rest());
  if (!opcode) {
    const std::string_view name = unread_opcode(static_cast<std::uint8_t>(code));
    in.not_supported_at(start,
                        "vISA opcode " + std::to_string(code) + (name.empty() ? "" : " (" + std::string{name} + ")"));
  }
  return generic_instruction(in, *opcode);
}

std::vector<Statement> decode_stream(FieldReader& in, const Program& program, Layout layout, Generation generation) {
  std::vector<Statement> statements;
  while (!in.at_end()) {
    const std::size_t start = in.position();
    Statement statement{decode(in, layout), {.byte = start}};
    for (Violation& broken : violations(program, statement.instruction, generation)) {
      in.fail_at(start, std::move(broken.problem), std::move(broken.hint));
    }
    statements.push_back(std::move(statement));
  }
  return statements;
}

}  // namespace texpipe::visa
