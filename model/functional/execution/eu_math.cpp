#include "functional/execution/eu_math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace texpipe::functional {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr unsigned kMantissaBits = 52;  // of float64
constexpr int kBias = 1023;

double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kBias) << kMantissaBits);
}

/// Logarithm of a positive finite number that is normal in float64, as every float32 is.
double log2_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> kMantissaBits) - kBias;
  double mantissa =
      std::bit_cast<double>((bits & ((1ull << kMantissaBits) - 1)) | std::uint64_t{kBias} << kMantissaBits);
  if (mantissa > 0x1.6a09e667f3bcdp0) {  // sqrt(2)
    mantissa *= 0.5;
    ++exponent;
  }
  // ln m = 2 (t + t^3/3 + t^5/5 + ...), |t| < 0.172
  const double t = (mantissa - 1.0) / (mantissa + 1.0);
  const double square = t * t;
  double sum = 0.0;
  for (int power = 23; power >= 1; power -= 2) sum = sum * square + 1.0 / power;
  return exponent + 2.0 * t * sum / kLn2;
}

double exp2_of(double x) {
  if (x != x) return kNan;
  if (x > 200.0) return kInfinity;
  if (x < -200.0) return 0.0;
  const double whole = std::floor(x + 0.5);
  const double y = (x - whole) * kLn2;  // at most ln(2) / 2
  double sum = 1.0;
  for (int n = 14; n >= 1; --n) sum = 1.0 + sum * y / n;
  return sum * power_of_two(static_cast<int>(whole));
}

struct Quadrant {
  unsigned number;  // 0 to 3
  double rest;      // at most pi / 4
};

Quadrant quadrant_of(double x) {
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  // pi / 2 in two parts, the first of 33 bits, so that its multiples are exact.
  constexpr double kHigh = 0x1.921fb544p0;
  constexpr double kLow = 0x1.0b4611a626331p-34;
  const double turns = std::floor(x * kTwoOverPi + 0.5);
  const double rest = (x - turns * kHigh) - turns * kLow;
  const double number = turns - 4.0 * std::floor(turns / 4.0);
  return {static_cast<unsigned>(number) & 3, rest};
}

double sine_series(double x) {
  const double square = x * x;
  double sum = 1.0;
  for (int n = 18; n >= 2; n -= 2) sum = 1.0 - sum * square / (n * (n + 1));
  return x * sum;
}

double cosine_series(double x) {
  const double square = x * x;
  double sum = 1.0;
  for (int n = 18; n >= 2; n -= 2) sum = 1.0 - sum * square / (n * (n - 1));
  return sum;
}

/// sin(x + quarter turns).
float shifted_sine(float x, unsigned quarters) {
  if (!(x - x == 0.0f)) return std::numeric_limits<float>::quiet_NaN();
  const Quadrant quadrant = quadrant_of(x);
  const unsigned number = (quadrant.number + quarters) & 3;
  const double value = number & 1 ? cosine_series(quadrant.rest) : sine_series(quadrant.rest);
  return static_cast<float>(number & 2 ? -value : value);
}

double log2_wide(double x) {
  if (x != x || x < 0.0) return kNan;
  if (x == 0.0) return -kInfinity;
  return x == kInfinity ? kInfinity : log2_of(x);
}

}  // namespace

float eu_log2(float x) {
  return static_cast<float>(log2_wide(x));
}

float eu_exp2(float x) {
  return static_cast<float>(exp2_of(x));
}

float eu_pow(float base, float exponent) {
  if (exponent == 0.0f) return 1.0f;
  return static_cast<float>(exp2_of(exponent * log2_wide(base < 0.0f ? -static_cast<double>(base) : base)));
}

float eu_sin(float x) {
  return shifted_sine(x, 0);
}

float eu_cos(float x) {
  return shifted_sine(x, 1);
}

}  // namespace texpipe::functional
