#include "functional/execution/visa_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/small_float.h"

namespace texpipe::functional {

namespace {

using visa::DataType;

/// Holds every integer type's values, UQ's too.
using Integer = __int128;

bool is_float(DataType type) {
  return type == DataType::kF || type == DataType::kHf;
}
bool is_signed(DataType type) {
  return type == DataType::kD || type == DataType::kW || type == DataType::kB || type == DataType::kQ;
}

unsigned bits_of(DataType type) {
  return 8 * visa::byte_size(type);
}

std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((1ull << bits) - 1);
}

void require_plain(DataType type) {
  using enum DataType;
  if (type == kDf || type == kV || type == kVf || type == kUv || type == kBool)
    unsupported("vISA operands of type " + std::string{name_of(type)});
}

float as_float(const VisaValue& value) {
  if (value.type == DataType::kHf)
    return std::bit_cast<float>(half_to_float_bits(static_cast<std::uint16_t>(value.bits)));
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
}

Integer as_integer(const VisaValue& value) {
  const unsigned bits = bits_of(value.type);
  const std::uint64_t low = low_bits(value.bits, bits);
  const bool negative = is_signed(value.type) && (low >> (bits - 1) & 1) != 0;
  return Integer{low} - (negative ? Integer{1} << bits : 0);
}

/// Smallest and largest value of an integer type.
Integer lowest(DataType type) {
  return is_signed(type) ? -(Integer{1} << (bits_of(type) - 1)) : 0;
}
Integer highest(DataType type) {
  return (Integer{1} << (bits_of(type) - (is_signed(type) ? 1 : 0))) - 1;
}

std::uint64_t float_to(float value, DataType to, bool saturate) {
  if (is_float(to)) {
    if (saturate) value = value > 0.0f ? std::min(value, 1.0f) : 0.0f;  // NaN becomes 0
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return to == DataType::kF ? bits : float_to_half_bits(bits, Narrowing::kNearestEven);
  }
  if (bits_of(to) > 32) unsupported("conversion of a float to a 64-bit integer");
  if (value != value) return 0;
  if (value <= static_cast<float>(lowest(to))) return low_bits(static_cast<std::uint64_t>(lowest(to)), bits_of(to));
  if (value >= static_cast<float>(highest(to))) return static_cast<std::uint64_t>(highest(to));
  return low_bits(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), bits_of(to));
}

std::uint64_t integer_to(Integer value, DataType to, bool saturate) {
  if (is_float(to)) {
    if (saturate) value = std::clamp<Integer>(value, 0, 1);
    return float_to(static_cast<float>(value), to, false);
  }
  if (saturate) value = std::clamp(value, lowest(to), highest(to));
  return low_bits(static_cast<std::uint64_t>(value), bits_of(to));
}

/// Type in which an instruction computes: float when a source is one, else signed or unsigned 32 bits.
DataType arithmetic_type(const std::vector<VisaValue>& sources) {
  bool all_half = true;
  bool any_signed = false;
  bool any_float = false;
  for (const VisaValue& source : sources) {
    require_plain(source.type);
    any_float |= is_float(source.type);
    all_half &= source.type == DataType::kHf;
    any_signed |= is_signed(source.type);
    if (bits_of(source.type) > 32) unsupported("vISA arithmetic on 64-bit operands");
  }
  if (any_float) return all_half ? DataType::kHf : DataType::kF;
  return any_signed ? DataType::kD : DataType::kUd;
}

VisaValue float_result(DataType type, float value) {
  return {type, float_to(value, type, false)};
}

VisaValue evaluate_float(std::string_view name, DataType type, const std::vector<VisaValue>& s) {
  const float a = as_float(s[0]);
  const float b = s.size() > 1 ? as_float(s[1]) : 0.0f;
  if (name == "add") return float_result(type, a + b);
  if (name == "mul") return float_result(type, a * b);
  if (name == "min") return float_result(type, a < b || b != b ? a : b);
  if (name == "max") return float_result(type, a > b || b != b ? a : b);
  if (name == "rndd") return float_result(type, std::floor(a));
  if (name == "rndu") return float_result(type, std::ceil(a));
  if (name == "rndz") return float_result(type, std::trunc(a));
  if (name == "frc") return float_result(type, a - std::floor(a));
  unsupported("executing the vISA instruction " + std::string{name} + " on floats");
}

VisaValue evaluate_integer(std::string_view name, DataType type, const std::vector<VisaValue>& s) {
  const Integer a = as_integer(s[0]);
  const Integer b = s.size() > 1 ? as_integer(s[1]) : 0;
  const auto result = [&](Integer value) { return VisaValue{type, low_bits(static_cast<std::uint64_t>(value), 32)}; };
  const unsigned count = static_cast<unsigned>(b) & 31;
  const auto unsigned_a = static_cast<std::uint32_t>(a);
  if (name == "add") return result(a + b);
  if (name == "mul") return result(a * b);
  if (name == "mad") return result(a * b + as_integer(s[2]));
  if (name == "and") return result(a & b);
  if (name == "or") return result(a | b);
  if (name == "xor") return result(a ^ b);
  if (name == "not") return result(~a);
  if (name == "min") return result(std::min(a, b));
  if (name == "max") return result(std::max(a, b));
  if (name == "shl") return result(unsigned_a << count);
  if (name == "shr") return result(unsigned_a >> count);
  if (name == "asr") return result(a >> count);
  unsupported("executing the vISA instruction " + std::string{name} + " on integers");
}

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
  Integer integer = as_integer(value);
  if (absolute && integer < 0) integer = -integer;
  if (negate) integer = -integer;
  return {value.type, low_bits(static_cast<std::uint64_t>(integer), bits_of(value.type))};
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

std::uint64_t convert(const VisaValue& value, DataType to, bool saturate) {
  require_plain(value.type);
  require_plain(to);
  if (value.type == to && !saturate) return low_bits(value.bits, bits_of(to));
  return is_float(value.type) ? float_to(as_float(value), to, saturate) : integer_to(as_integer(value), to, saturate);
}

VisaValue evaluate(std::string_view instruction, const std::vector<VisaValue>& sources) {
  if (instruction == "mov") return sources[0];
  const DataType type = arithmetic_type(sources);
  return is_float(type) ? evaluate_float(instruction, type, sources) : evaluate_integer(instruction, type, sources);
}

bool compare(unsigned relation, const VisaValue& a, const VisaValue& b) {
  const auto decide = [&](auto x, auto y) {
    switch (relation) {
      case 0:
        return x == y;
      case 1:
        return x != y;
      case 2:
        return x > y;
      case 3:
        return x >= y;
      case 4:
        return x < y;
      default:
        return x <= y;
    }
  };
  if (is_float(arithmetic_type({a, b}))) return decide(as_float(a), as_float(b));
  return decide(as_integer(a), as_integer(b));
}

VisaValue read_element(const ThreadRegisters& registers, const VisaRegisters& places, const visa::Program& program,
                       const visa::VectorOperand& operand, unsigned lane) {
  if (const auto* immediate = std::get_if<visa::Immediate>(&operand)) return {immediate->type, immediate->bits};
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
