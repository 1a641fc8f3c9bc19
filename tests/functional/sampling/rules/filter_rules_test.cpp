// The rules that the filter has once for one lane and for vectors, over one lane, against their closed forms.
#include <rapidcheck/catch.h>
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "functional/sampling/filter.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

using Codes = std::array<std::int32_t, 4>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::int32_t bits(float value) {
  return std::bit_cast<std::int32_t>(value);
}
float real(std::int32_t code) {
  return std::bit_cast<float>(code);
}

/// Codes of 24 bits with a sign, and a border now and then.
struct Corner {
  Codes code;
  std::int32_t weight;
  bool border;
};

std::vector<Corner> any_corners() {
  std::vector<Corner> corners(static_cast<std::size_t>(*rc::gen::inRange(1, 17)));
  for (Corner& corner : corners) {
    for (std::int32_t& code : corner.code) code = *rc::gen::inRange(-0xFFFFFF, 0x1000000);
    corner.weight = *rc::gen::inRange(0, 65537);
    corner.border = *rc::gen::inRange(0, 4) == 0;
  }
  return corners;
}

/// Extreme of channel 0 over texels that all count and are none of the border.
std::int32_t kept(bool smallest, ChannelKind kind, const std::vector<std::int32_t>& codes) {
  one_lane::Extremes extremes;
  clear(extremes);
  for (const std::int32_t code : codes) keep(smallest, kind, Codes{code, 0, 0, 0}, true, false, extremes);
  return extremes.code[0];
}

}  // namespace

TEST_CASE("two levels or slices share 256", "[sampling][rules][L10]") {
  for (int next = 0; next < 256; ++next) {
    CHECK(one_lane::weight_of_two(next, true) == next);
    CHECK(one_lane::weight_of_two(next, false) == 256 - next);
  }
}

TEST_CASE("weights have 16 bits of corners, 8 of levels, 10 of taps and 8 of slices", "[sampling][rules][F2]") {
  CHECK(weight_bits(false, false, false) == 16);
  CHECK(weight_bits(true, false, false) == 24);
  CHECK(weight_bits(false, true, false) == 26);
  CHECK(weight_bits(false, false, true) == 24);
  CHECK(weight_bits(true, true, true) == 42);
}

TEST_CASE("a corner counts where it and its footprint have weight", "[sampling][rules][F2]") {
  CHECK(one_lane::has_weight(1, 1));
  CHECK_FALSE(one_lane::has_weight(0, 1));
  CHECK_FALSE(one_lane::has_weight(1, 0));
}

TEST_CASE("sums of texels leave the border out, whose weight stands beside them", "[sampling][rules][F2][B1]") {
  rc::prop("for any corners", [] {
    std::array<std::int64_t, 4> sums{}, expected{};
    std::int64_t border = 0, expected_border = 0;
    for (const Corner& corner : any_corners()) {
      const one_lane::CornerShare share = one_lane::corner_share(corner.weight, corner.border);
      one_lane::add_weighed(corner.code, std::int64_t{share.texel}, sums);
      border += share.border;
      if (corner.border) expected_border += corner.weight;
      for (unsigned c = 0; c < 4 && !corner.border; ++c) expected[c] += std::int64_t{corner.code[c]} * corner.weight;
    }
    RC_ASSERT(sums == expected);
    RC_ASSERT(border == expected_border);
  });
}

TEST_CASE("footprints add with their weights", "[sampling][rules][F2]") {
  PixelSums sums;
  sums.add({{1, -2, 3, 4}, 5}, 10);
  sums.add({{100, 200, -300, 0}, 1}, 2);
  CHECK(sums == PixelSums{{210, 380, -570, 40}, 52});
}

TEST_CASE("the mean of codes is their sum over denominator, box and weights, rounded once", "[sampling][rules][F2]") {
  rc::prop("as a quotient of 64 bits", [] {
    const std::uint64_t denominator = *rc::gen::element<std::uint64_t>(1, 3, 127, 255, 1023, 32767, 65535);
    const auto multiple = static_cast<std::uint64_t>(*rc::gen::inRange(1, 50));
    const auto weight_bits = static_cast<unsigned>(*rc::gen::inRange(16, 27));
    const auto most = static_cast<std::int64_t>(denominator * multiple << weight_bits);
    const std::int64_t sum = *rc::gen::inRange<std::int64_t>(-most, most + 1);
    const long double quotient = static_cast<long double>(sum) / static_cast<long double>(most);
    const float mean = one_lane::mean_of_codes(sum, denominator, multiple, weight_bits);
    // No float lies nearer. Ties are exact in 64 bits, and go to even.
    const float below = std::nextafter(mean, -2.0f), above = std::nextafter(mean, 2.0f);
    RC_ASSERT(std::fabs(quotient - mean) <= std::fabs(quotient - below));
    RC_ASSERT(std::fabs(quotient - mean) <= std::fabs(quotient - above));
    if (std::fabs(quotient - mean) == std::fabs(quotient - above)) RC_ASSERT((bits(mean) & 1) == 0);
  });
}

TEST_CASE("codes return as what they stand for", "[sampling][rules][section-7]") {
  for (int code = -127; code <= 127; ++code)
    CHECK(real(one_lane::value_of(ChannelKind::kFixed, code, 127.0f)) == static_cast<float>(code / 127.0L));
  for (const ChannelKind kind : {ChannelKind::kFloat, ChannelKind::kUint, ChannelKind::kSint})
    CHECK(one_lane::value_of(kind, -7, 127.0f) == -7);
}

TEST_CASE("extremes order codes as their kind does", "[sampling][rules][F6]") {
  rc::prop("signed, unsigned and float", [] {
    const auto codes = *rc::gen::nonEmpty(rc::gen::arbitrary<std::vector<std::int32_t>>());
    const auto [low, high] = std::minmax_element(codes.begin(), codes.end());
    for (const ChannelKind kind : {ChannelKind::kFixed, ChannelKind::kSint}) {
      RC_ASSERT(kept(true, kind, codes) == *low);
      RC_ASSERT(kept(false, kind, codes) == *high);
    }
    const auto less = [](std::int32_t a, std::int32_t b) {
      return static_cast<std::uint32_t>(a) < static_cast<std::uint32_t>(b);
    };
    RC_ASSERT(kept(true, ChannelKind::kUint, codes) == *std::min_element(codes.begin(), codes.end(), less));
    RC_ASSERT(kept(false, ChannelKind::kUint, codes) == *std::max_element(codes.begin(), codes.end(), less));
    std::vector<std::int32_t> floats;
    for (const std::int32_t code : codes) floats.push_back(bits(static_cast<float>(code) / 3));
    const auto smaller = [](std::int32_t a, std::int32_t b) { return real(a) < real(b); };
    const float least = real(*std::min_element(floats.begin(), floats.end(), smaller));
    const float most = real(*std::max_element(floats.begin(), floats.end(), smaller));
    floats.insert(floats.begin() + static_cast<std::ptrdiff_t>(floats.size() / 2), bits(kNan));
    RC_ASSERT(real(kept(true, ChannelKind::kFloat, floats)) == least);
    RC_ASSERT(real(kept(false, ChannelKind::kFloat, floats)) == most);
  });
}

TEST_CASE("a corner without weight is no extreme", "[sampling][rules][F6]") {
  one_lane::Extremes extremes;
  clear(extremes);
  keep(true, ChannelKind::kSint, Codes{-9, -9, -9, -9}, false, false, extremes);
  keep(true, ChannelKind::kSint, Codes{4, 5, 6, 7}, true, false, extremes);
  CHECK(std::equal(extremes.code, extremes.code + 4, Codes{4, 5, 6, 7}.begin()));
}

TEST_CASE("the border joins an extreme as a result, of fixed-point formats alone", "[sampling][rules][F6][B1]") {
  const std::int32_t value = bits(0.5f), smaller = bits(0.25f), larger = bits(0.75f);
  const auto extremes = [](ChannelKind kind, bool beside) {
    one_lane::Extremes result;
    clear(result);
    keep(true, kind, Codes{}, true, true, result);
    if (beside) keep(true, kind, Codes{}, true, false, result);
    return result;
  };
  const one_lane::Extremes alone = extremes(ChannelKind::kFixed, false), both = extremes(ChannelKind::kFixed, true);
  CHECK(extreme_of(true, alone, value, larger) == larger);
  CHECK(extreme_of(true, both, value, larger) == value);
  CHECK(extreme_of(true, both, value, smaller) == smaller);
  CHECK(extreme_of(false, both, value, smaller) == value);
  CHECK(extreme_of(false, both, value, larger) == larger);
  CHECK(extreme_of(true, extremes(ChannelKind::kFloat, false), value, smaller) == value);  // a texel like others
}

TEST_CASE("a gather goes against the clock from the lower left corner", "[sampling][rules][section-6]") {
  constexpr std::array<unsigned, 4> kPlane{2, 3, 1, 0}, kLine{0, 1, 1, 0};
  for (unsigned c = 0; c < 4; ++c) {
    CHECK(one_lane::gathered_corner(c, 4) == kPlane[c]);
    CHECK(one_lane::gathered_corner(c, 2) == kLine[c]);
  }
}

TEST_CASE("a gathered corner is its texel, the border, or the mean of the other three", "[sampling][rules][Q3]") {
  constexpr std::int32_t kCodes[4] = {10, 20, 40, 81}, kBorder = 77;
  constexpr std::int32_t kSum = 10 + 20 + 40 + 81;
  for (unsigned corner = 0; corner < 4; ++corner) {
    const auto number = static_cast<std::int32_t>(corner + 1);
    const auto gathered = [&](ChannelKind kind, bool border, std::int32_t missing) {
      return one_lane::gathered_value(kind, kCodes, corner, 255.0f, border, kBorder, missing);
    };
    CHECK(real(gathered(ChannelKind::kFixed, false, 0)) == static_cast<float>(kCodes[corner] / 255.0L));
    CHECK(gathered(ChannelKind::kFixed, true, 0) == kBorder);
    CHECK(gathered(ChannelKind::kUint, false, corner == 0 ? 2 : 1) == kCodes[corner]);  // another one is missing
    CHECK(real(gathered(ChannelKind::kFixed, false, number)) ==
          static_cast<float>((kSum - kCodes[corner]) / (3 * 255.0L)));
    CHECK(gathered(ChannelKind::kUint, false, number) == kCodes[corner == 0 ? 1 : 0]);
    constexpr std::int32_t kFloats[4] = {std::bit_cast<std::int32_t>(1.0f), std::bit_cast<std::int32_t>(2.0f),
                                         std::bit_cast<std::int32_t>(4.0f), std::bit_cast<std::int32_t>(8.0f)};
    const float mean =
        real(one_lane::gathered_value(ChannelKind::kFloat, kFloats, corner, 1.0f, false, kBorder, number));
    CHECK(mean == static_cast<float>((15.0L - real(kFloats[corner])) / 3));
  }
}
