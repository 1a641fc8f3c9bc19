#include "functional/execution/visa_value.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/half_rounding.h"
#include "functional/formats/small_float.h"

namespace texpipe::functional {

using visa::DataType;

namespace {

/// Smallest and largest value of an integer type.
VisaInteger lowest(DataType type) {
  return is_signed(type) ? -(VisaInteger{1} << (bits_of(type) - 1)) : 0;
}
VisaInteger highest(DataType type) {
  return (VisaInteger{1} << (bits_of(type) - (is_signed(type) ? 1 : 0))) - 1;
}

std::uint64_t float_to(float value, DataType to, bool saturate) {
  if (is_float(to)) {
    if (saturate) value = value > 0.0f ? std::min(value, 1.0f) : 0.0f;  // NaN becomes 0
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return to == DataType::kF ? bits : nearest_half_bits(bits);
  }
  if (bits_of(to) > 32) unsupported("conversion of a float to a 64-bit integer");
  if (value != value) return 0;
  if (value <= static_cast<float>(lowest(to))) return low_bits(static_cast<std::uint64_t>(lowest(to)), bits_of(to));
  if (value >= static_cast<float>(highest(to))) return static_cast<std::uint64_t>(highest(to));
  return low_bits(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), bits_of(to));
}

std::uint64_t integer_to(VisaInteger value, DataType to, bool saturate) {
  if (is_float(to)) {
    if (saturate) value = std::clamp<VisaInteger>(value, 0, 1);
    return float_to(static_cast<float>(value), to, false);
  }
  if (saturate) value = std::clamp(value, lowest(to), highest(to));
  return low_bits(static_cast<std::uint64_t>(value), bits_of(to));
}

/// Packed float of eight bits: sign, three bits of exponent (bias 3), four of mantissa; 0 is 0.
float restricted_float(unsigned bits) {
  if ((bits & 0x7F) == 0) return bits & 0x80 ? -0.0f : 0.0f;
  return std::bit_cast<float>((bits & 0x80) << 24 | ((bits >> 4 & 7) - 3 + 127) << 23 | (bits & 0xF) << 19);
}

}  // namespace

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
    unsupported("vISA operands of type " + std::string{texpipe::name_of(type)});
}

float as_float(const VisaValue& value) {
  if (value.type == DataType::kHf)
    return std::bit_cast<float>(half_to_float_bits(static_cast<std::uint16_t>(value.bits)));
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
}

VisaInteger as_integer(const VisaValue& value) {
  const unsigned bits = bits_of(value.type);
  const std::uint64_t low = low_bits(value.bits, bits);
  const bool negative = value.below_zero || (is_signed(value.type) && (low >> (bits - 1) & 1) != 0);
  return VisaInteger{low} - (negative ? VisaInteger{1} << bits : 0);
}

std::uint64_t convert(const VisaValue& value, DataType to, bool saturate) {
  require_plain(value.type);
  require_plain(to);
  if (value.type == to && !saturate) return low_bits(value.bits, bits_of(to));
  return is_float(value.type) ? float_to(as_float(value), to, saturate) : integer_to(as_integer(value), to, saturate);
}

void convert_lanes(LaneValues& values, DataType to, bool saturate, unsigned lanes) {
  const bool same = values.type == to && !saturate && to == DataType::kF;  // all bits are the value's
  if (!same) {
    for (unsigned lane = 0; lane < lanes; ++lane) values.bits[lane] = convert(values.at(lane), to, saturate);
  }
  values.type = to;
  values.below_zero = 0;
}

VisaValue immediate_element(const VisaValue& immediate, unsigned lane) {
  const auto part = [&](unsigned width) {
    return static_cast<unsigned>(immediate.bits >> (lane % (32 / width) * width)) & ((1u << width) - 1);
  };
  switch (immediate.type) {
    case DataType::kV:
      return {DataType::kW, ((part(4) ^ 8u) - 8u) & 0xFFFF};
    case DataType::kUv:
      return {DataType::kUw, part(4)};
    case DataType::kVf:
      return {DataType::kF, std::bit_cast<std::uint32_t>(restricted_float(part(8)))};
    default:
      return immediate;
  }
}

}  // namespace texpipe::functional
