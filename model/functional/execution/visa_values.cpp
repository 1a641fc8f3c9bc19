#include "functional/execution/visa_values.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

using visa::DataType;

VisaValue modified(VisaValue value, visa::Modifier modifier) {
  using visa::Modifier;
  if (modifier == Modifier::kNone || modifier == Modifier::kSaturate) return value;
  if (modifier == Modifier::kNot) return {value.type, low_bits(~value.bits, bits_of(value.type))};
  const bool absolute = modifier != Modifier::kNegate;
  const bool negate = modifier != Modifier::kAbsolute;
  if (is_float(value.type)) {
    const std::uint64_t sign = 1ull << (bits_of(value.type) - 1);
    if (absolute) value.bits &= ~sign;
    if (negate) value.bits ^= sign;
    return value;
  }
  VisaInteger integer = as_integer(value);
  if (absolute && integer < 0) integer = -integer;
  if (negate) integer = -integer;
  return {value.type, low_bits(static_cast<std::uint64_t>(integer), bits_of(value.type)),
          !is_signed(value.type) && integer < 0};
}

const visa::Variable& variable_of(const visa::Program& program, std::uint32_t number) {
  const visa::Variable* variable = visa::find_variable(program, number);
  if (!variable) unsupported("vISA variable " + std::to_string(number));
  return *variable;
}

unsigned source_byte(const VisaRegisters& places, const visa::Program& program, const visa::RegisterOperand& operand,
                     unsigned lane) {
  const unsigned size = visa::byte_size(variable_of(program, operand.variable).type);
  const unsigned width = std::max<unsigned>(1, operand.region.width);
  const unsigned element =
      operand.column + lane / width * operand.region.vertical + lane % width * operand.region.horizontal;
  return places.byte_of(operand.variable) + operand.row * kGrfBytes + element * size;
}

}  // namespace

VisaValue read_element(const ThreadRegisters& registers, const VisaRegisters& places, const visa::Program& program,
                       const visa::VectorOperand& operand, unsigned lane) {
  if (const auto* immediate = std::get_if<visa::Immediate>(&operand))
    return immediate_element({immediate->type, immediate->bits}, lane);
  const auto* source = std::get_if<visa::RegisterOperand>(&operand);
  if (!source) unsupported("this vISA operand as a source");
  const DataType type = variable_of(program, source->variable).type;
  const std::uint64_t bits = read_bytes(registers, source_byte(places, program, *source, lane), visa::byte_size(type));
  return modified({type, bits}, source->modifier);
}

unsigned destination_byte(const VisaRegisters& places, const visa::Program& program,
                          const visa::RegisterOperand& operand, unsigned lane) {
  const unsigned size = visa::byte_size(variable_of(program, operand.variable).type);
  return places.byte_of(operand.variable) + operand.row * kGrfBytes +
         (operand.column + lane * operand.region.horizontal) * size;
}

void write_bytes(ThreadRegisters& registers, unsigned byte, std::uint64_t bits, unsigned size) {
  if (byte + size > kGrfCount * kGrfBytes)
    throw Error{ExitCode::kMalformedInput, "a vISA operand lies beyond the last register"};
  std::memcpy(reinterpret_cast<std::byte*>(registers.grf.data()) + byte, &bits, size);
}

std::uint64_t read_bytes(const ThreadRegisters& registers, unsigned byte, unsigned size) {
  if (byte + size > kGrfCount * kGrfBytes)
    throw Error{ExitCode::kMalformedInput, "a vISA operand lies beyond the last register"};
  std::uint64_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const std::byte*>(registers.grf.data()) + byte, size);
  return bits;
}

GrfRange registers_of(const VisaRegisters& places, const visa::Program& program, const visa::VectorOperand& operand,
                      unsigned lanes, bool destination) {
  const auto* reg = std::get_if<visa::RegisterOperand>(&operand);
  if (!reg) return {};
  unsigned low = ~0u;
  unsigned high = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned byte =
        destination ? destination_byte(places, program, *reg, lane) : source_byte(places, program, *reg, lane);
    low = std::min(low, byte);
    high = std::max(high, byte + visa::byte_size(variable_of(program, reg->variable).type) - 1);
  }
  if (high >= kGrfCount * kGrfBytes)
    throw Error{ExitCode::kMalformedInput, "a vISA operand lies beyond the last register"};
  return {static_cast<std::uint8_t>(low / kGrfBytes),
          static_cast<std::uint8_t>(high / kGrfBytes - low / kGrfBytes + 1)};
}

}  // namespace texpipe::functional
