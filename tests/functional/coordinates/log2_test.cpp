#include "functional/coordinates/log2.h"

#include <bit>
#include <catch2/catch.hpp>
#include <random>

using namespace texpipe::functional;

TEST_CASE("the series of the logarithm has the floor of repeated squares, next to every step too", "[sampling][log2]") {
  const auto check = [](double x) {
    INFO(std::bit_cast<std::uint64_t>(x));
    REQUIRE(log2_fixed(x) == log2_by_squares(x, kLog2FractionBits));
  };
  std::mt19937_64 engine{1};
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t exponent = 900 + engine() % 250;
    check(std::bit_cast<double>(exponent << 52 | (engine() >> 12)));
    // Lengths of differences of small numbers.
    const double a = static_cast<double>(engine() % 4096 + 1) / 1024.0;
    check(a * a);
  }
  // The last number below and the first from a step of the result on.
  for (int i = 0; i < 2'000; ++i) {
    double low = 1.0, high = 2.0;
    const std::int64_t step = static_cast<std::int64_t>(engine() % 65535) + 1;
    while (std::bit_cast<std::uint64_t>(high) - std::bit_cast<std::uint64_t>(low) > 1) {
      const double middle =
          std::bit_cast<double>((std::bit_cast<std::uint64_t>(low) + std::bit_cast<std::uint64_t>(high)) / 2);
      (log2_by_squares(middle, kLog2FractionBits) < step ? low : high) = middle;
    }
    check(low);
    check(high);
  }
}
