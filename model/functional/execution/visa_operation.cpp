#include "functional/execution/visa_operation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "base/diagnostic.h"
#include "functional/execution/eu_math.h"
#include "functional/execution/visa_steps.h"

namespace texpipe::functional {

namespace {

using visa::DataType;

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

using Sources = IntegerSources;

std::uint32_t word(VisaInteger value) {
  return static_cast<std::uint32_t>(value);
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

VisaInteger find_low_bit(const Sources& s, bool) {
  return word(s[0]) == 0 ? VisaInteger{~0u} : VisaInteger{std::countr_zero(word(s[0]))};
}

VisaInteger reverse_bits(const Sources& s, bool) {
  std::uint32_t reversed = 0;
  for (unsigned bit = 0; bit < 32; ++bit) reversed |= (word(s[0]) >> bit & 1) << (31 - bit);
  return reversed;
}

using enum VisaAction;
using enum InstructionClass;
using F = float;
using S = const Sources&;

// Floats: min and max return the other source for a NaN; mad rounds once. Division and roots are correctly rounded,
// which is within what the hardware promises. Integers: sums, products and left shifts are whole. Division by 0 gives 0
// (resolution R1).
// clang-format off
constexpr VisaOperation kOperations[] = {
    {"label",           kNothing},
    {"subroutine",      kNothing},
    {"ret",             kReturn},
    {"goto",            kJump},
    {"jmp",             kJump},
    {"movs",            kMoveState},
    {"oword_st",        kStoreOwords},
    {"scatter4_typed",  kScatterTexels},
    {"scatter4_scaled", kScatterDwords},
    {"gather4_scaled",  kGatherDwords},
    {"setp",            kSetPredicate},
    {"cmp",             kCompare},
    {"sel",             kSelect},
    {"mov",             kMove},
    {"addc",            kAddCarry},
    {"subb",            kSubtractBorrow},
    {"add",             kCompute, [](F a, F b, F) { return a + b; }, [](S s, bool) { return s[0] + s[1]; }},
    {"mul",             kCompute, [](F a, F b, F) { return a * b; }, [](S s, bool) { return s[0] * s[1]; },
     kArithmetic, kWideMultiply},
    {"mulh",            kCompute, nullptr, [](S s, bool) { return s[0] * s[1] >> 32; }, kArithmetic, kWideMultiply},
    {"mad",             kCompute, [](F a, F b, F c) { return std::fma(a, b, c); },
     [](S s, bool) { return s[0] * s[1] + s[2]; }, kArithmetic, kWideMultiply},
    {"add3",            kCompute, nullptr, [](S s, bool) { return s[0] + s[1] + s[2]; }},
    {"avg",             kCompute, nullptr, [](S s, bool) { return (s[0] + s[1] + 1) >> 1; }},
    {"div",             kCompute, [](F a, F b, F) { return a / b; },
     [](S s, bool) { return s[1] == 0 ? VisaInteger{0} : s[0] / s[1]; }, kPower, kDivision},
    {"mod",             kCompute, nullptr, [](S s, bool) { return s[1] == 0 ? VisaInteger{0} : s[0] % s[1]; },
     kArithmetic, kDivision},
    {"and",             kCompute, nullptr, [](S s, bool) { return s[0] & s[1]; }},
    {"or",              kCompute, nullptr, [](S s, bool) { return s[0] | s[1]; }},
    {"xor",             kCompute, nullptr, [](S s, bool) { return s[0] ^ s[1]; }},
    {"not",             kCompute, nullptr,
     [](S s, bool is_signed) { return is_signed ? ~s[0] : VisaInteger{~word(s[0])}; }},
    {"min",             kCompute, [](F a, F b, F) { return a < b || b != b ? a : b; },
     [](S s, bool) { return std::min(s[0], s[1]); }},
    {"max",             kCompute, [](F a, F b, F) { return a >= b || b != b ? a : b; },
     [](S s, bool) { return std::max(s[0], s[1]); }},
    {"shl",             kCompute, nullptr, [](S s, bool) { return s[0] << (word(s[1]) & 31); }},
    {"shr",             kCompute, nullptr, [](S s, bool) { return VisaInteger{word(s[0]) >> (word(s[1]) & 31)}; }},
    {"asr",             kCompute, nullptr, [](S s, bool) { return s[0] >> (word(s[1]) & 31); }},
    {"lzd",             kCompute, nullptr, [](S s, bool) { return VisaInteger{std::countl_zero(word(s[0]))}; }},
    {"cbit",            kCompute, nullptr, [](S s, bool) { return VisaInteger{std::popcount(word(s[0]))}; }},
    {"fbl",             kCompute, nullptr, find_low_bit},
    {"fbh",             kCompute, nullptr, find_high_bit},
    {"bfrev",           kCompute, nullptr, reverse_bits},
    {"bfe",             kCompute, nullptr, extract_field},
    {"bfi",             kCompute, nullptr, insert_field},
    {"lrp",             kCompute, [](F a, F b, F c) { return std::fma(a, b, std::fma(-a, c, c)); }, nullptr,
     kInterpolation},
    {"rndd",            kCompute, [](F a, F, F) { return std::floor(a); }},
    {"rndu",            kCompute, [](F a, F, F) { return std::ceil(a); }},
    {"rndz",            kCompute, [](F a, F, F) { return std::trunc(a); }},
    {"rnde",            kCompute, [](F a, F, F) { return round_to_even(a); }},
    {"frc",             kCompute, [](F a, F, F) { return a - std::floor(a); }},
    {"inv",             kCompute, [](F a, F, F) { return 1.0f / a; }, nullptr, kMath},
    {"divm",            kCompute, [](F a, F b, F) { return a / b; }, nullptr, kPower},
    {"sqrt",            kCompute, [](F a, F, F) { return std::sqrt(a); }, nullptr, kMath},
    {"sqrtm",           kCompute, [](F a, F, F) { return std::sqrt(a); }, nullptr, kMath},
    {"log",             kCompute, [](F a, F, F) { return eu_log2(a); }, nullptr, kMath},
    {"exp",             kCompute, [](F a, F, F) { return eu_exp2(a); }, nullptr, kMath},
    {"pow",             kCompute, [](F a, F b, F) { return eu_pow(a, b); }, nullptr, kPower},
    {"sin",             kCompute, [](F a, F, F) { return eu_sin(a); }, nullptr, kMath},
    {"cos",             kCompute, [](F a, F, F) { return eu_cos(a); }, nullptr, kMath},
    {"rsqrt",           kCompute, [](F a, F, F) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))); },
     nullptr, kMath},
};
// clang-format on

using FloatLanes = std::array<float, kMostVisaLanes>;

void floats_of(const LaneValues& values, unsigned lanes, FloatLanes& floats) {
  if (values.type == DataType::kF) {
    for (unsigned lane = 0; lane < lanes; ++lane)
      floats[lane] = std::bit_cast<float>(static_cast<std::uint32_t>(values.bits[lane]));
    return;
  }
  for (unsigned lane = 0; lane < lanes; ++lane) floats[lane] = float_of(values.at(lane));
}

template <class Number>
bool holds(unsigned relation, Number a, Number b) {
  switch (relation) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
      return a > b;
    case 3:
      return a >= b;
    case 4:
      return a < b;
    default:
      return a <= b;
  }
}

}  // namespace

const VisaOperation* find_visa_operation(std::string_view name) {
  const auto* row = std::find_if(std::begin(kOperations), std::end(kOperations),
                                 [&](const VisaOperation& operation) { return operation.name == name; });
  return row == std::end(kOperations) ? nullptr : row;
}

DataType arithmetic_type(std::span<const DataType> sources) {
  bool all_half = true;
  bool any_signed = false;
  bool any_float = false;
  for (const DataType source : sources) {
    require_plain(source);
    any_float |= is_float(source);
    all_half &= source == DataType::kHf;
    any_signed |= is_signed(source);
    if (bits_of(source) > 32) unsupported("vISA arithmetic on 64-bit operands");
  }
  if (any_float) return all_half ? DataType::kHf : DataType::kF;
  return any_signed ? DataType::kD : DataType::kUd;
}

const VisaOperation& computing_operation(std::string_view name, DataType type) {
  const VisaOperation* operation = find_visa_operation(name);
  const bool has_form = operation && (is_float(type) ? operation->floats != nullptr : operation->integers != nullptr);
  if (!has_form)
    unsupported("executing the vISA instruction " + std::string{name} +
                (is_float(type) ? " on floats" : " on integers"));
  return *operation;
}

void compute_lanes(const VisaOperation& operation, DataType type, std::span<const LaneValues> sources, unsigned lanes,
                   bool saturate, LaneValues& results) {
  results.below_zero = 0;
  if (is_float(type)) {
    std::array<FloatLanes, 3> s{};
    for (std::size_t i = 0; i < std::min(sources.size(), s.size()); ++i) floats_of(sources[i], lanes, s[i]);
    results.type = DataType::kF;
    for (unsigned lane = 0; lane < lanes; ++lane)
      results.bits[lane] = std::bit_cast<std::uint32_t>(operation.floats(s[0][lane], s[1][lane], s[2][lane]));
    if (type == DataType::kHf) convert_lanes(results, type, false, lanes);
    return;
  }
  results.type = saturate ? DataType::kUq : type;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Sources s{};
    for (std::size_t i = 0; i < std::min(sources.size(), s.size()); ++i) s[i] = as_integer(sources[i].at(lane));
    const VisaInteger result = operation.integers(s, type == DataType::kD);
    results.bits[lane] = saturate ? static_cast<std::uint64_t>(result) : word(result);
    if (saturate && result < 0) results.below_zero |= 1u << lane;
  }
}

std::uint32_t compare_lanes(unsigned relation, DataType type, const LaneValues& a, const LaneValues& b,
                            unsigned lanes) {
  std::uint32_t flags = 0;
  if (is_float(type)) {
    FloatLanes x{}, y{};
    floats_of(a, lanes, x);
    floats_of(b, lanes, y);
    for (unsigned lane = 0; lane < lanes; ++lane) flags |= holds(relation, x[lane], y[lane]) ? 1u << lane : 0;
    return flags;
  }
  for (unsigned lane = 0; lane < lanes; ++lane)
    flags |= holds(relation, as_integer(a.at(lane)), as_integer(b.at(lane))) ? 1u << lane : 0;
  return flags;
}

}  // namespace texpipe::functional
