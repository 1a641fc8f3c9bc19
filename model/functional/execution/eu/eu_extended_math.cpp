// The functions of the extended math unit (specification/eu 9).
#include <cmath>
#include <cstdint>
#include <limits>

#include "functional/execution/eu/eu_arithmetic.h"
#include "functional/execution/eu/eu_lane_functions.h"
#include "functional/execution/eu_math.h"

namespace texpipe::functional {

using gen9::MathFunction;
using namespace lane_functions;

namespace {

float quotient_of(float a, float b) {
  return a / b;
}

enum class Argument : std::uint8_t { kAsItIs, kMagnitudeInAlt };

/// ALT mode knows no infinities.
float without_infinity(float value) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  return value > kLargest ? kLargest : value < -kLargest ? -kLargest : value;
}

template <float (*F)(float), Argument Kind = Argument::kAsItIs>
void one(const EuLanes& l) {
  const float* a = l.source<float>(0);
  float* r = l.results<float>();
  const bool alternative = l.state->mode.alternative;
  for (unsigned i = 0; i < l.count; ++i) {
    if ((l.enabled >> i & 1u) == 0) {
      r[i] = 0.0f;
    } else if (alternative) {
      r[i] = without_infinity(F(Kind == Argument::kMagnitudeInAlt ? std::fabs(a[i]) : a[i]));
    } else {
      r[i] = F(a[i]);
    }
  }
}
template <float (*F)(float, float)>
void two(const EuLanes& l) {
  const float *a = l.source<float>(0), *b = l.source<float>(1);
  float* r = l.results<float>();
  const bool alternative = l.state->mode.alternative;
  for (unsigned i = 0; i < l.count; ++i) {
    const float value = (l.enabled >> i & 1u) != 0 ? F(a[i], b[i]) : 0.0f;
    r[i] = alternative ? without_infinity(value) : value;
  }
}

/// Division by 0 gives 0 (resolution R1). A quotient of type :d is that of signed numbers, whatever the sources' types
/// (assumed: compilers sign-extend a char into a :ud source and want a signed quotient).
template <bool Remainder, bool Signed>
void divide(const EuLanes& l) {
  const auto value = [](std::int64_t lane) { return Signed ? std::int64_t{static_cast<std::int32_t>(lane)} : lane; };
  const auto *left = l.source<std::int64_t>(0), *right = l.source<std::int64_t>(1);
  auto* r = l.results<std::int64_t>();
  for (unsigned i = 0; i < l.count; ++i) {
    const std::int64_t a = value(left[i]), b = value(right[i]);
    r[i] = b == 0 ? 0 : Remainder ? a % b : a / b;
  }
}

struct MathRow {
  MathFunction function;
  EuOperation::Compute on_float = nullptr;
  EuOperation::Compute on_integer = nullptr;  // as the sources' types say
  EuOperation::Compute to_signed = nullptr;
};

constexpr MathRow kMathRows[] = {
    {MathFunction::kInv, one<reciprocal>},
    {MathFunction::kLog, one<eu_log2, Argument::kMagnitudeInAlt>},
    {MathFunction::kExp, one<eu_exp2>},
    {MathFunction::kSqrt, one<root, Argument::kMagnitudeInAlt>},
    {MathFunction::kRsq, one<reciprocal_root, Argument::kMagnitudeInAlt>},
    {MathFunction::kSin, one<eu_sin>},
    {MathFunction::kCos, one<eu_cos>},
    {MathFunction::kFdiv, two<quotient_of>},
    {MathFunction::kPow, two<eu_pow>},
    {MathFunction::kIntDivBoth, nullptr, divide<false, false>, divide<false, true>},
    {MathFunction::kIntDivQuotient, nullptr, divide<false, false>, divide<false, true>},
    {MathFunction::kIntDivRemainder, nullptr, divide<true, false>, divide<true, true>},
};

}  // namespace

EuOperation::Compute eu_math_computation(MathFunction function, WorkType work, RegisterType result) {
  for (const MathRow& row : kMathRows) {
    if (row.function != function) continue;
    if (work == WorkType::kFloat) return row.on_float;
    if (work == WorkType::kInteger) return result == RegisterType::kD ? row.to_signed : row.on_integer;
  }
  return nullptr;
}

}  // namespace texpipe::functional
