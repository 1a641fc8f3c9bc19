#include "functional/execution/eu_math.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

using namespace texpipe::functional;

namespace {

/// Steps between two floats of one sign.
std::int64_t steps(float a, float b) {
  if (a == b || (a != a && b != b)) return 0;
  if ((a < 0.0f) != (b < 0.0f)) return std::numeric_limits<std::int64_t>::max();
  return std::abs(static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(a)) -
                  static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(b)));
}

/// A sequence of floats between two exponents, both signs.
template <class Check>
void over_floats(int lowest, int highest, Check check) {
  std::uint32_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 1664525u + 1013904223u;
    const auto exponent =
        static_cast<std::uint32_t>(lowest + static_cast<int>(state >> 8) % (highest - lowest + 1) + 127);
    const std::uint32_t mantissa = (state * 2654435761u) >> 9;
    check(std::bit_cast<float>((state & 0x8000'0000u) | exponent << 23 | mantissa));
  }
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("EU functions are within 1 ULP of the true value", "[execution][math]") {
  over_floats(-126, 127, [](float x) {
    const float positive = std::fabs(x);
    CHECK(steps(eu_log2(positive), static_cast<float>(std::log2(static_cast<double>(positive)))) <= 1);
  });
  over_floats(-30, 6, [](float x) {
    CHECK(steps(eu_exp2(x), static_cast<float>(std::exp2(static_cast<double>(x)))) <= 1);
    const double base = std::fabs(static_cast<double>(x));
    CHECK(steps(eu_pow(x, 1.75f), static_cast<float>(std::pow(base, 1.75))) <= 1);
  });
  over_floats(-30, 19, [](float x) {
    CHECK(steps(eu_sin(x), static_cast<float>(std::sin(static_cast<double>(x)))) <= 1);
    CHECK(steps(eu_cos(x), static_cast<float>(std::cos(static_cast<double>(x)))) <= 1);
  });
}

TEST_CASE("EU functions at their edges", "[execution][math]") {
  CHECK(eu_log2(0.0f) == -kInfinity);
  CHECK(eu_log2(-0.0f) == -kInfinity);
  CHECK(std::isnan(eu_log2(-1.0f)));
  CHECK(eu_log2(kInfinity) == kInfinity);
  CHECK(std::isnan(eu_log2(kNan)));
  CHECK(eu_log2(8.0f) == 3.0f);
  CHECK(eu_log2(0x1p-149f) == -149.0f);
  CHECK(eu_exp2(kInfinity) == kInfinity);
  CHECK(eu_exp2(-kInfinity) == 0.0f);
  CHECK(eu_exp2(-149.0f) == 0x1p-149f);
  CHECK(eu_exp2(127.0f) == 0x1p127f);
  CHECK(eu_exp2(128.0f) == kInfinity);
  CHECK(std::isnan(eu_exp2(kNan)));
  CHECK(eu_pow(0.0f, 2.0f) == 0.0f);
  CHECK(eu_pow(0.0f, -2.0f) == kInfinity);
  CHECK(eu_pow(kNan, 0.0f) == 1.0f);
  CHECK(eu_pow(-3.0f, 2.0f) == 9.0f);
  CHECK(eu_sin(0.0f) == 0.0f);
  CHECK(eu_cos(0.0f) == 1.0f);
  CHECK(std::isnan(eu_sin(kInfinity)));
  CHECK(std::isnan(eu_cos(kNan)));
}
