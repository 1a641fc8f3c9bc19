#include "functional/formats/texel_value.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "functional/formats/element_decoder.h"
#include "functional/formats/srgb.h"

using namespace texpipe::functional;
using texpipe::gen9::SurfaceFormat;

namespace {

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// Whether a float is the nearest to numerator / denominator, even on a tie: no neighbour is nearer.
bool is_nearest(float value, std::int64_t numerator, std::uint64_t denominator) {
  const auto error = [&](float candidate) {  // |candidate - n/d| * d * 2^exponent, exact for the sizes used here
    int exponent;
    const auto significand = static_cast<std::int64_t>(std::ldexp(std::frexp(candidate, &exponent), 24));
    exponent -= 24;
    if (exponent > 0) FAIL("too large for this check");
    __int128 difference = static_cast<__int128>(significand) * static_cast<__int128>(denominator);
    difference -= static_cast<__int128>(numerator) << -exponent;
    return std::pair{difference < 0 ? -difference : difference, exponent};
  };
  const auto [best, exponent] = error(value);
  for (const float neighbour : {std::nextafter(value, -INFINITY), std::nextafter(value, INFINITY)}) {
    auto [other, other_exponent] = error(neighbour);
    __int128 mine = best;
    if (other_exponent < exponent) mine <<= exponent - other_exponent;
    if (other_exponent > exponent) other <<= other_exponent - exponent;
    if (other < mine || (other == mine && (bits(value) & 1))) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("an exact sum is rounded once to the nearest float32", "[format]") {
  std::mt19937_64 random{1};
  const std::uint64_t denominators[] = {255u << 16,    65535u << 8,      8925u,
                                        4445ull << 24, (1ull << 24) - 1, ((1ull << 24) - 1) << 16};
  for (const std::uint64_t denominator : denominators) {
    for (unsigned i = 0; i < 20'000; ++i) {
      const auto numerator = static_cast<std::int64_t>(random() % denominator);
      if (numerator == 0 || numerator < static_cast<std::int64_t>(denominator >> 20)) continue;
      if (!is_nearest(ratio_to_float(numerator, denominator), numerator, denominator)) {
        FAIL(numerator << " / " << denominator);
      }
      if (bits(ratio_to_float(-numerator, denominator)) != (bits(ratio_to_float(numerator, denominator)) | 1u << 31)) {
        FAIL("-" << numerator << " / " << denominator);
      }
    }
  }
}

TEST_CASE("ties of an exact sum go to even, and a double's rounding does not hide which side is nearer", "[format]") {
  // 2^24 + 1 and 2^24 + 3 lie half way between float32 neighbours.
  CHECK(ratio_to_float((1 << 24) + 1, 1) == 16777216.0f);
  CHECK(ratio_to_float((1 << 24) + 3, 1) == 16777220.0f);
  // One part in 2^60 above the tie: a quotient in double would be the tie itself.
  const std::int64_t above = ((std::int64_t{1} << 24) + 1) * (std::int64_t{1} << 36) + 1;
  CHECK(ratio_to_float(above, std::uint64_t{1} << 36) == 16777218.0f);
  CHECK(ratio_to_float(above - 2, std::uint64_t{1} << 36) == 16777216.0f);
  CHECK(ratio_to_float(-above, std::uint64_t{1} << 36) == -16777218.0f);
  CHECK(bits(ratio_to_float(0, 255)) == 0);
  // denominator = -1 / tie modulo 2^50: the quotient lies one part in 2^75 above tie / 2^50.
  constexpr std::uint64_t kTie = (1u << 24) + 1, kModulus = std::uint64_t{1} << 50;
  std::uint64_t inverse = 1;
  for (unsigned i = 0; i < 6; ++i) inverse *= 2 - kTie * inverse;
  const std::uint64_t denominator = (0 - inverse) % kModulus;
  const auto numerator = static_cast<std::int64_t>((static_cast<unsigned __int128>(kTie) * denominator + 1) >> 50);
  CHECK(ratio_to_float(numerator, denominator) == std::ldexp(static_cast<float>(kTie + 1), -50));
}

TEST_CASE("codes of -denominator, 0 and denominator are exactly -1, 0 and 1", "[format]") {
  for (const std::uint32_t denominator : {1u, 15u, 255u, 1530u, 4445u, 8925u, 65535u, 0xFFFFFFu}) {
    const ChannelCoding coding{.is_signed = true, .denominator = denominator};
    CHECK(channel_bits(coding, denominator) == bits(1.0f));
    CHECK(channel_bits(coding, 0) == 0);
    CHECK(channel_bits(coding, 0u - denominator) == bits(-1.0f));
  }
}

TEST_CASE("sRGB tables are exact at both ends, rise, and invert to their codes", "[format]") {
  for (const unsigned steps : {15u, 31u, 63u, 255u, 1023u}) {
    const std::uint16_t* codes = srgb_to_linear_codes(steps);
    CHECK(codes[0] == 0);
    CHECK(codes[steps] == kLinearDenominator);
    for (unsigned i = 0; i <= steps; ++i) {
      if (i > 0) CHECK(codes[i] > codes[i - 1]);
      CHECK(linear_to_srgb_code(static_cast<float>(codes[i]) / kLinearDenominator, steps) == i);
    }
    CHECK(linear_to_srgb_code(2.0f, steps) == steps);
    CHECK(linear_to_srgb_code(-1.0f, steps) == 0);
    CHECK(linear_to_srgb_code(NAN, steps) == 0);
  }
}
