#include <bit>

#include "isa/visa/encoding.h"

namespace texpipe::visa {

namespace {

constexpr unsigned kTagRegister = 0;
constexpr unsigned kTagPredicate = 2;
constexpr unsigned kTagImmediate = 5;
constexpr unsigned kTagState = 6;

/// 0 is code 1, 1 is code 2, 2 is code 3, ...
unsigned stride_code(unsigned stride) {
  return stride == 0 ? 1 : static_cast<unsigned>(std::bit_width(stride)) + 1;
}

class Encoder {
 public:
  Encoder(FieldWriter& out, Layout layout) : out_{out}, layout_{layout} {}

  void operator()(const SamplerInstruction& instruction);
  void operator()(const InfoInstruction& instruction);
  void operator()(const GenericInstruction& instruction);

 private:
  void raw(const RawOperand& operand) {
    out_.u32(operand.variable);
    out_.u16(operand.offset);
  }
  void vector(const VectorOperand& operand, bool destination);

  FieldWriter& out_;
  Layout layout_;
};

void Encoder::vector(const VectorOperand& operand, bool destination) {
  if (const auto* reg = std::get_if<RegisterOperand>(&operand)) {
    out_.u8(kTagRegister | static_cast<unsigned>(reg->modifier) << 3);
    out_.u32(reg->variable);
    out_.u8(reg->row);
    out_.u8(reg->column);
    const unsigned horizontal = stride_code(reg->region.horizontal) << 8;
    out_.u16(destination ? horizontal
                         : horizontal | stride_code(reg->region.width) << 4 | stride_code(reg->region.vertical));
  } else if (const auto* immediate = std::get_if<Immediate>(&operand)) {
    out_.u8(kTagImmediate);
    out_.u8(static_cast<unsigned>(immediate->type));
    if (byte_size(immediate->type) == 8) {
      out_.u64(immediate->bits);
    } else {
      out_.u32(static_cast<std::uint32_t>(immediate->bits));
    }
  } else if (const auto* predicate = std::get_if<PredicateOperand>(&operand)) {
    out_.u8(kTagPredicate);
    out_.u16(predicate->variable);
  } else {
    const auto& state = std::get<StateOperand>(operand);
    out_.u8(kTagState);
    out_.u8(static_cast<unsigned>(state.kind));
    out_.u16(state.variable);
    out_.u8(state.element);
  }
}

void Encoder::operator()(const SamplerInstruction& instruction) {
  const SamplerOpcode opcode = facts(instruction.operation).opcode;
  const unsigned op = static_cast<unsigned>(instruction.operation);
  out_.u8(static_cast<unsigned>(opcode));
  if (layout_ == Layout::kDocument && opcode == SamplerOpcode::kSample3d) {
    out_.u8(op | instruction.pixel_null_mask << 5 | instruction.coarse_pixel << 6 | instruction.divergent_sampler << 7);
  } else {
    out_.u16(op | instruction.pixel_null_mask << 8 | instruction.coarse_pixel << 9);
  }
  out_.u8(encode_execution(instruction.execution));
  out_.u16(encode_predicate(instruction.predicate));
  out_.u8(opcode == SamplerOpcode::kSample4 ? static_cast<unsigned>(std::countr_zero(instruction.channels))
                                            : instruction.channels);
  vector(instruction.offsets, false);
  if (opcode != SamplerOpcode::kLoad3d) out_.u8(instruction.sampler);
  out_.u8(instruction.surface);
  raw(instruction.destination);
  out_.u8(static_cast<unsigned>(instruction.parameters.size()));
  for (const RawOperand& parameter : instruction.parameters) raw(parameter);
}

void Encoder::operator()(const InfoInstruction& instruction) {
  out_.u8(static_cast<unsigned>(SamplerOpcode::kInfo));
  const unsigned op = static_cast<unsigned>(instruction.operation);
  if (layout_ == Layout::kDocument) {
    if (instruction.channels != kAllChannels) {
      throw Error{ExitCode::kMalformedInput, Diagnostic{.path = "channels",
                                                        .problem = "the document layout of INFO has no channels",
                                                        .hint = "expected all four, or --layout igc"}};
    }
    out_.u16(op);
    out_.u8(encode_execution(instruction.execution));
  } else {
    out_.u8(op);
    out_.u8(encode_execution(instruction.execution));
    out_.u8(instruction.channels);
  }
  out_.u8(instruction.surface);
  if (instruction.lod) raw(*instruction.lod);
  raw(instruction.destination);
}

void Encoder::operator()(const GenericInstruction& instruction) {
  out_.u8(instruction.opcode->code);
  std::size_t next_operand = 0;
  std::size_t next_raw = 0;
  const std::span<const std::uint8_t> order = instruction.opcode->raw_order;
  for (OperandField field : instruction.opcode->fields) {
    switch (field) {
      case OperandField::kExecution:
        out_.u8(encode_execution(instruction.execution));
        break;
      case OperandField::kPredicate:
        out_.u16(encode_predicate(instruction.predicate));
        break;
      case OperandField::kWord:
      case OperandField::kAtomic:
      case OperandField::kOwords:
      case OperandField::kBlockBytes:
      case OperandField::kChannels:
        out_.u8(instruction.selector);
        break;
      case OperandField::kFence:
        out_.u8(instruction.opcode->fixed.value | instruction.selector);
        break;
      case OperandField::kBlockCount:
        out_.u8(instruction.block_count);
        break;
      case OperandField::kSurface:
        out_.u8(instruction.surface);
        break;
      case OperandField::kLabel:
        out_.u16(instruction.label);
        break;
      case OperandField::kDestination:
        vector(instruction.operands.at(next_operand++), true);
        break;
      case OperandField::kSource:
        vector(instruction.operands.at(next_operand++), false);
        break;
      case OperandField::kRaw:
        raw(instruction.raws.at(order.empty() ? next_raw : order[next_raw]));
        ++next_raw;
        break;
      case OperandField::kZero:
        out_.u8(0);
        break;
      case OperandField::kFixed:
        out_.u8(instruction.opcode->fixed.value);
        break;
    }
  }
}

}  // namespace

void encode(FieldWriter& out, const Instruction& instruction, Layout layout) {
  std::visit(Encoder{out, layout}, instruction);
}

std::vector<std::uint8_t> encode(const std::vector<Statement>& statements, Layout layout) {
  FieldWriter out;
  for (const Statement& statement : statements) encode(out, statement.instruction, layout);
  return out.bytes;
}

}  // namespace texpipe::visa
