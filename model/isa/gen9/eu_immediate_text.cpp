#include "isa/gen9/eu_immediate_text.h"

#include <bit>

#include <cstdio>
#include <cstdlib>

namespace texpipe::gen9 {

namespace {

std::string hexadecimal(std::uint64_t bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llX", static_cast<unsigned long long>(bits));
  return text;
}

/// A float's shape: bits of its fraction, and its bits.
struct FloatBits {
  unsigned fraction_bits;
  unsigned width;
  std::uint64_t bits;

  std::uint64_t fraction() const { return bits & ((std::uint64_t{1} << fraction_bits) - 1); }
  bool negative() const { return (bits >> (width - 1) & 1u) != 0; }
  bool special() const {
    const std::uint64_t ones = (std::uint64_t{1} << (width - 1 - fraction_bits)) - 1;
    return (bits >> fraction_bits & ones) == ones;
  }
};

std::string special_text(const FloatBits& f) {
  const std::string sign = f.negative() ? "-" : "";
  if (f.fraction() == 0) return sign + "inf";
  const std::uint64_t quiet = std::uint64_t{1} << (f.fraction_bits - 1);
  return sign + ((f.fraction() & quiet) != 0 ? "qnan(" : "snan(") + hexadecimal(f.fraction() & (quiet - 1)) + ")";
}

/// A finite value in six digits, or else seven, if they read as the same value; else its bits.
template <class Float>
std::string finite_text(Float value, std::uint64_t bits) {
  for (const char* format : {"%g", "%e"}) {
    char text[40];
    std::snprintf(text, sizeof text, format, static_cast<double>(value));
    Float read;
    if constexpr (sizeof(Float) == 4) {
      read = std::strtof(text, nullptr);
    } else {
      read = std::strtod(text, nullptr);
    }
    if (read != value) continue;
    const std::string decimal{text};
    return decimal.find_first_of(".e") == std::string::npos ? decimal + ".0" : decimal;
  }
  return hexadecimal(bits);
}

float half_value(std::uint32_t bits) {
  const std::uint32_t exponent = bits >> 10 & 31u, fraction = bits & 1023u;
  const float magnitude = exponent == 0
                              ? std::ldexp(static_cast<float>(fraction), -24)
                              : std::ldexp(static_cast<float>(fraction | 1024u), static_cast<int>(exponent) - 25);
  return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
}

}  // namespace

std::string immediate_text(const EuSource& source) {
  const std::uint64_t wide = source.immediate;
  const auto word = static_cast<std::uint32_t>(wide);
  const auto half = static_cast<std::uint16_t>(wide);
  std::string text;
  switch (source.immediate_type) {
    case SrcImmType::kD:
      text = std::to_string(static_cast<std::int32_t>(word));
      break;
    case SrcImmType::kW:
      text = std::to_string(static_cast<std::int16_t>(half));
      break;
    case SrcImmType::kQ:
      text = std::to_string(static_cast<std::int64_t>(wide));
      break;
    case SrcImmType::kUw:
      text = hexadecimal(half);
      break;
    case SrcImmType::kUq:
      text = hexadecimal(wide);
      break;
    case SrcImmType::kF: {
      const FloatBits f{23, 32, word};
      text = f.special() ? special_text(f) : finite_text(std::bit_cast<float>(word), word);
      break;
    }
    case SrcImmType::kHf: {
      const FloatBits f{10, 16, half};
      text = f.special() ? special_text(f) : finite_text(half_value(half), half);
      break;
    }
    case SrcImmType::kDf: {
      const FloatBits f{52, 64, wide};
      text = f.special() ? special_text(f) : finite_text(std::bit_cast<double>(wide), wide);
      break;
    }
    default:
      text = hexadecimal(word);
  }
  return text + std::string{texpipe::name_of(source.immediate_type)};
}

}  // namespace texpipe::gen9
