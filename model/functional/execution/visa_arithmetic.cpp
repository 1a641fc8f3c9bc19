#include "functional/execution/visa_arithmetic.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "base/diagnostic.h"
#include "functional/execution/eu_math.h"

namespace texpipe::functional {

namespace {

using visa::DataType;

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

/// To the nearest whole number, to the even one of two.
float round_to_even(float value) {
  const float below = std::floor(value);
  const float part = value - below;
  if (part != 0.5f) return part < 0.5f || value != value ? below : below + 1.0f;
  const float half = below * 0.5f;
  return std::floor(half) == half ? below : below + 1.0f;
}

float float_of(const VisaValue& value) {
  return is_float(value.type) ? as_float(value) : static_cast<float>(as_integer(value));
}

struct FloatOperation {
  std::string_view name;
  float (*result)(float, float, float);
};

// min and max return the other source for a NaN; mad rounds once. Division and roots are correctly rounded, which is
// within what the hardware promises.
// clang-format off
constexpr FloatOperation kFloatOperations[] = {
    {"add",   [](float a, float b, float) { return a + b; }},
    {"mul",   [](float a, float b, float) { return a * b; }},
    {"mad",   [](float a, float b, float c) { return std::fma(a, b, c); }},
    {"lrp",   [](float a, float b, float c) { return std::fma(a, b, std::fma(-a, c, c)); }},
    {"min",   [](float a, float b, float) { return a < b || b != b ? a : b; }},
    {"max",   [](float a, float b, float) { return a > b || b != b ? a : b; }},
    {"rndd",  [](float a, float, float) { return std::floor(a); }},
    {"rndu",  [](float a, float, float) { return std::ceil(a); }},
    {"rndz",  [](float a, float, float) { return std::trunc(a); }},
    {"rnde",  [](float a, float, float) { return round_to_even(a); }},
    {"frc",   [](float a, float, float) { return a - std::floor(a); }},
    {"inv",   [](float a, float, float) { return 1.0f / a; }},
    {"div",   [](float a, float b, float) { return a / b; }},
    {"divm",  [](float a, float b, float) { return a / b; }},
    {"sqrt",  [](float a, float, float) { return std::sqrt(a); }},
    {"sqrtm", [](float a, float, float) { return std::sqrt(a); }},
    {"log",   [](float a, float, float) { return eu_log2(a); }},
    {"exp",   [](float a, float, float) { return eu_exp2(a); }},
    {"pow",   [](float a, float b, float) { return eu_pow(a, b); }},
    {"sin",   [](float a, float, float) { return eu_sin(a); }},
    {"cos",   [](float a, float, float) { return eu_cos(a); }},
    {"rsqrt", [](float a, float, float) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))); }},
};
// clang-format on

using Sources = std::array<VisaInteger, 4>;

std::uint32_t word(VisaInteger value) {
  return static_cast<std::uint32_t>(value);
}

std::uint32_t low_mask(unsigned bits) {
  return bits >= 32 ? ~0u : (1u << bits) - 1;
}

/// Bits [offset, offset + width) of a value, extended with their sign when it is signed.
VisaInteger extract_field(const Sources& s, bool is_signed) {
  const unsigned width = word(s[0]) & 31;
  const unsigned offset = word(s[1]) & 31;
  const std::uint32_t field = word(s[2]) >> offset & low_mask(width);
  const bool negative = is_signed && width != 0 && (field >> (width - 1) & 1);
  return negative ? VisaInteger{field} - (VisaInteger{1} << width) : VisaInteger{field};
}

VisaInteger insert_field(const Sources& s, bool) {
  const unsigned offset = word(s[1]) & 31;
  const std::uint32_t mask = low_mask(word(s[0]) & 31) << offset;
  return (word(s[2]) << offset & mask) | (word(s[3]) & ~mask);
}

/// Place of the highest bit that tells the number's size, counted from the top; all ones when there is none.
VisaInteger find_high_bit(const Sources& s, bool is_signed) {
  const std::uint32_t bits = is_signed && s[0] < 0 ? ~word(s[0]) : word(s[0]);
  return bits == 0 ? ~0u : static_cast<std::uint32_t>(std::countl_zero(bits));
}

VisaInteger reverse_bits(const Sources& s, bool) {
  std::uint32_t reversed = 0;
  for (unsigned bit = 0; bit < 32; ++bit) reversed |= (word(s[0]) >> bit & 1) << (31 - bit);
  return reversed;
}

struct IntegerOperation {
  std::string_view name;
  VisaInteger (*result)(const Sources&, bool is_signed);
};

// Sums, products and left shifts are whole. Division by 0 gives 0 (resolutions R1).
// clang-format off
constexpr IntegerOperation kIntegerOperations[] = {
    {"add",   [](const Sources& s, bool) { return s[0] + s[1]; }},
    {"mul",   [](const Sources& s, bool) { return s[0] * s[1]; }},
    {"mulh",  [](const Sources& s, bool) { return s[0] * s[1] >> 32; }},
    {"mad",   [](const Sources& s, bool) { return s[0] * s[1] + s[2]; }},
    {"add3",  [](const Sources& s, bool) { return s[0] + s[1] + s[2]; }},
    {"avg",   [](const Sources& s, bool) { return (s[0] + s[1] + 1) >> 1; }},
    {"div",   [](const Sources& s, bool) { return s[1] == 0 ? VisaInteger{0} : s[0] / s[1]; }},
    {"mod",   [](const Sources& s, bool) { return s[1] == 0 ? VisaInteger{0} : s[0] % s[1]; }},
    {"and",   [](const Sources& s, bool) { return s[0] & s[1]; }},
    {"or",    [](const Sources& s, bool) { return s[0] | s[1]; }},
    {"xor",   [](const Sources& s, bool) { return s[0] ^ s[1]; }},
    {"not",   [](const Sources& s, bool is_signed) { return is_signed ? ~s[0] : VisaInteger{~word(s[0])}; }},
    {"min",   [](const Sources& s, bool) { return std::min(s[0], s[1]); }},
    {"max",   [](const Sources& s, bool) { return std::max(s[0], s[1]); }},
    {"shl",   [](const Sources& s, bool) { return s[0] << (word(s[1]) & 31); }},
    {"shr",   [](const Sources& s, bool) { return VisaInteger{word(s[0]) >> (word(s[1]) & 31)}; }},
    {"asr",   [](const Sources& s, bool) { return s[0] >> (word(s[1]) & 31); }},
    {"lzd",   [](const Sources& s, bool) { return VisaInteger{std::countl_zero(word(s[0]))}; }},
    {"cbit",  [](const Sources& s, bool) { return VisaInteger{std::popcount(word(s[0]))}; }},
    {"fbl",   [](const Sources& s, bool) { return word(s[0]) == 0 ? VisaInteger{~0u} : VisaInteger{std::countr_zero(word(s[0]))}; }},
    {"fbh",   find_high_bit},
    {"bfrev", reverse_bits},
    {"bfe",   extract_field},
    {"bfi",   insert_field},
};
// clang-format on

template <class Row, std::size_t count>
const Row* find_row(const Row (&rows)[count], std::string_view name) {
  const Row* row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& r) { return r.name == name; });
  return row == std::end(rows) ? nullptr : row;
}

}  // namespace

VisaValue evaluate(std::string_view instruction, const std::vector<VisaValue>& sources, bool saturate) {
  if (instruction == "mov") return sources[0];
  const DataType type = arithmetic_type(sources);
  if (is_float(type)) {
    const FloatOperation* row = find_row(kFloatOperations, instruction);
    if (!row) unsupported("executing the vISA instruction " + std::string{instruction} + " on floats");
    std::array<float, 3> s{};
    for (std::size_t i = 0; i < std::min(sources.size(), s.size()); ++i) {
      s[i] = float_of(sources[i]);
    }
    return {type, convert({DataType::kF, std::bit_cast<std::uint32_t>(row->result(s[0], s[1], s[2]))}, type, false)};
  }
  const IntegerOperation* row = find_row(kIntegerOperations, instruction);
  if (!row) unsupported("executing the vISA instruction " + std::string{instruction} + " on integers");
  Sources s{};
  for (std::size_t i = 0; i < std::min(sources.size(), s.size()); ++i) s[i] = as_integer(sources[i]);
  const VisaInteger result = row->result(s, type == DataType::kD);
  if (!saturate) return {type, word(result)};
  return {result < 0 ? DataType::kQ : DataType::kUq, static_cast<std::uint64_t>(result)};
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
  if (is_float(arithmetic_type({a, b}))) return decide(float_of(a), float_of(b));
  return decide(as_integer(a), as_integer(b));
}

}  // namespace texpipe::functional
