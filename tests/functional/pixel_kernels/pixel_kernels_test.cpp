// Kernels of every instruction set against the rules of single pixels, on random planes, places and colours.
#include "functional/pixel_kernels/pixel_kernels.h"

#include <catch2/catch.hpp>

#include <random>

#include "functional/frame/depth/depth_format.h"
#include "functional/frame/depth/relation.h"
#include "functional/frame/setup/primitive_planes.h"
#include "functional/frame/setup/viewport.h"
#include "functional/pixel_kernels/pixel_rules.h"

namespace texpipe::functional {
namespace {

using namespace pixel_kernels;

class Random {
 public:
  double number(double most) { return std::uniform_real_distribution<double>{-most, most}(engine_); }
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }
  WindowPlane plane() { return {.dx = number(0.01), .dy = number(0.01), .origin = number(1.5)}; }
  SubspanPlaces places() {
    SubspanPlaces places;
    for (unsigned s = 0; s < kSubspans; ++s) {
      places.x[s] = static_cast<std::int32_t>(word() % 16384) & ~1;
      places.y[s] = static_cast<std::int32_t>(word() % 16384) & ~1;
    }
    return places;
  }

 private:
  std::mt19937 engine_{7};
};

/// Places as subspans hold them.
struct Corners {
  explicit Corners(const SubspanPlaces& places) {
    for (unsigned s = 0; s < kSubspans; ++s) {
      pairs[s] = {places.x[s], places.y[s]};
      pointers[s] = pairs[s].data();
    }
  }
  std::array<std::array<std::int32_t, 2>, kSubspans> pairs{};
  SubspanCorners pointers{};
};

Plane plane_of(const WindowPlane& plane) {
  return {plane.dx, plane.dy, plane.origin};
}

}  // namespace

TEST_CASE("barycentrics of sixteen pixels are those of each pixel's centre", "[pixel_kernels]") {
  Random random;
  for (unsigned round = 0; round < 500; ++round) {
    PrimitivePlanes planes{.x0 = random.number(4000), .y0 = random.number(4000)};
    for (WindowPlane* plane : {&planes.b1, &planes.b2, &planes.one_over_w, &planes.b1_over_w, &planes.b2_over_w})
      *plane = random.plane();
    const bool perspective = round % 2 != 0;
    const SubspanPlaces places = random.places();
    const BarycentricInput input{.x0 = planes.x0,
                                 .y0 = planes.y0,
                                 .b1 = plane_of(perspective ? planes.b1_over_w : planes.b1),
                                 .b2 = plane_of(perspective ? planes.b2_over_w : planes.b2),
                                 .one_over_w = plane_of(planes.one_over_w),
                                 .perspective = perspective};
    for (const PixelKernels& kernels : all_kernels()) {
      WeightRegisters weights;
      kernels.barycentrics(input, Corners{places}.pointers, weights);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const std::int32_t x = places.x[lane / 4], y = places.y[lane / 4];
        const BarycentricPlanes near = planes.near(x, y);
        const std::int32_t px = x + static_cast<std::int32_t>(lane & 1),
                           py = y + static_cast<std::int32_t>(lane >> 1 & 1);
        const Barycentrics expected =
            perspective ? perspective_barycentrics(near, px, py, {}) : linear_barycentrics(near, px, py, {});
        INFO(kernels.name << " lane " << lane);
        REQUIRE(weights[lane / 8 * 2][lane % 8] == std::bit_cast<std::uint32_t>(expected.b1));
        REQUIRE(weights[lane / 8 * 2 + 1][lane % 8] == std::bit_cast<std::uint32_t>(expected.b2));
      }
    }
  }
}

TEST_CASE("depths of sixteen pixels are the codes of each pixel's depth, clamped", "[pixel_kernels]") {
  Random random;
  for (unsigned round = 0; round < 600; ++round) {
    const PrimitivePlanes planes{.x0 = random.number(4000), .y0 = random.number(4000), .z = random.plane()};
    const SubspanPlaces places = random.places();
    Viewport viewport;
    viewport.min_depth = round % 3 == 0 ? 0.25f : 0;
    viewport.max_depth = round % 5 == 0 ? 0.75f : 1;
    constexpr std::array kFormats{DepthFormat::kD32Float, DepthFormat::kD24UnormX8, DepthFormat::kD16Unorm};
    const DepthFormat format = kFormats[round % kFormats.size()];
    const DepthInput input{.x0 = planes.x0,
                           .y0 = planes.y0,
                           .z = plane_of(planes.z),
                           .offset_x = 0.5,
                           .offset_y = 0.5,
                           .min_depth = viewport.min_depth,
                           .max_depth = viewport.max_depth,
                           .scale = format == DepthFormat::kD32Float ? 0.0 : depth_bits(format)};
    for (const PixelKernels& kernels : all_kernels()) {
      LaneBits codes;
      kernels.depths(input, Corners{places}.pointers, codes);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const double x = places.x[lane / 4] + (lane & 1) + 0.5, y = places.y[lane / 4] + (lane >> 1 & 1) + 0.5;
        INFO(kernels.name << " lane " << lane);
        REQUIRE(codes[lane] == depth_code(format, viewport.clamp_depth(planes.depth(x, y))));
      }
    }
  }
}

TEST_CASE("an edge's inner pixels in a tile are those where its value is not negative", "[pixel_kernels]") {
  std::mt19937_64 random{11};
  for (unsigned n = 0; n < 2000; ++n) {
    // Steps as far as the guard band, and edges that go through pixels' centres.
    const auto number = [&](unsigned bits) {
      return static_cast<std::int64_t>(random() >> (64 - bits)) - (std::int64_t{1} << (bits - 1));
    };
    const unsigned bits = 4 + n % 34;
    const TileEdge edge{n % 3 == 0 ? 0 : number(bits + 3), number(bits), number(bits)};
    std::uint64_t expected = 0;
    for (unsigned y = 0; y < 8; ++y) {
      for (unsigned x = 0; x < 8; ++x) {
        if (edge.first + x * edge.step_x + y * edge.step_y >= 0) expected |= std::uint64_t{1} << (8 * y + x);
      }
    }
    for (const PixelKernels& kernels : all_kernels()) {
      INFO(kernels.name << ", " << edge.first << " " << edge.step_x << " " << edge.step_y);
      REQUIRE(kernels.inner_pixels(edge) == expected);
    }
  }
}

TEST_CASE("values of a plane and their inverses in sixteen pixels are those of each pixel", "[pixel_kernels]") {
  Random random;
  for (unsigned round = 0; round < 500; ++round) {
    PrimitivePlanes planes{.x0 = random.number(4000), .y0 = random.number(4000)};
    planes.one_over_w = random.plane();
    planes.z = random.plane();
    const SubspanPlaces places = random.places();
    for (const PixelKernels& kernels : all_kernels()) {
      LaneBits depths, inverses;
      kernels.plane_values({.x0 = planes.x0, .y0 = planes.y0, .plane = plane_of(planes.z)}, Corners{places}.pointers,
                           depths);
      kernels.inverses({.x0 = planes.x0, .y0 = planes.y0, .plane = plane_of(planes.one_over_w)},
                       Corners{places}.pointers, inverses);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const std::int32_t x = places.x[lane / 4], y = places.y[lane / 4];
        const std::int32_t px = x + static_cast<std::int32_t>(lane & 1),
                           py = y + static_cast<std::int32_t>(lane >> 1 & 1);
        INFO(kernels.name << " lane " << lane);
        REQUIRE(depths[lane] == std::bit_cast<std::uint32_t>(planes.depth(px + 0.5, py + 0.5)));
        REQUIRE(inverses[lane] ==
                std::bit_cast<std::uint32_t>(1.0f / interpolate(planes.near(x, y).one_over_w, px, py, {})));
      }
    }
  }
}

/// Elements of sixteen lanes, whose pairs stand apart and in another order than the lanes.
template <class Element>
class ApartPairs {
 public:
  explicit ApartPairs(const LaneBits& elements) {
    for (unsigned lane = 0; lane < kLanes; ++lane) at(lane) = static_cast<Element>(elements[lane]);
  }
  LanePairs pairs() {
    LanePairs pairs;
    for (unsigned n = 0; n < pairs.size(); ++n) pairs[n] = reinterpret_cast<std::byte*>(&at(2 * n));
    return pairs;
  }
  Element& at(unsigned lane) { return elements_[std::size_t{3} * (kLanes / 2 - 1 - lane / 2) + lane % 2]; }
  /// Elements that belong to no lane are as they were.
  bool gaps_are_untouched() const {
    for (std::size_t n = 0; n < kLanes / 2; ++n) {
      if (elements_[3 * n + 2] != 0) return false;
    }
    return true;
  }

 private:
  std::array<Element, 3 * kLanes / 2> elements_{};
};

template <class Element>
void check_depths(Random& random, unsigned round) {
  const auto function = static_cast<gen9::CompareFunction>(round % kComparePasses.size());
  const ComparePasses& row = kComparePasses[round % kComparePasses.size()];
  const std::uint32_t all = static_cast<Element>(~0u), bits = sizeof(Element) == 4 && round % 3 == 0 ? 0xFF'FFFFu : all;
  const std::uint32_t asked = round % 2 == 0 ? 0xFFFF : random.word() & 0xFFFF;
  const bool stores = random.word() % 2 == 0;
  LaneBits codes, stored;
  for (unsigned i = 0; i < kLanes; ++i) {
    codes[i] = random.word() & bits;
    stored[i] = random.word() % 3 == 0 ? codes[i] | (random.word() & ~bits & all) : random.word() & all;
  }
  for (const PixelKernels& kernels : all_kernels()) {
    ApartPairs<Element> elements{stored};
    const std::uint32_t passed = kernels.test_depths({sizeof(Element), bits, row.less, row.equal, row.greater}, codes,
                                                     elements.pairs(), asked, stores);
    for (unsigned i = 0; i < kLanes; ++i) {
      INFO(kernels.name << " lane " << i << " function " << round % kComparePasses.size());
      const bool passes_here = (asked >> i & 1) != 0 && passes(function, codes[i], stored[i] & bits);
      REQUIRE((passed >> i & 1) == (passes_here ? 1u : 0u));
      REQUIRE(elements.at(i) == (passes_here && stores ? codes[i] : stored[i]));
    }
    REQUIRE(passed >> kLanes == 0);
    REQUIRE(elements.gaps_are_untouched());
  }
}

TEST_CASE("depths that pass are those that the relation names, and take the place of others, in every instruction set",
          "[pixel_kernels]") {
  Random random;
  for (unsigned round = 0; round < 800; ++round) {
    check_depths<std::uint32_t>(random, round);
    check_depths<std::uint16_t>(random, round);
  }
}

TEST_CASE("UNORM codes are rounded halves up, and what is no number is 0, in every instruction set",
          "[pixel_kernels]") {
  Random random;
  for (unsigned round = 0; round < 500; ++round) {
    std::array<std::uint32_t, kColors> bits;
    for (std::uint32_t& word : bits) word = round % 4 == 0 ? random.word() : 0x3F00'0000 + random.word() % 0x0090'0000;
    bits[0] = round % 2 == 0 ? 0x7FC0'0000 : 0xFF80'0000;
    for (const PixelKernels& kernels : all_kernels()) {
      std::array<std::uint32_t, kColors> words{};
      words[1] = 1;
      kernels.encode_unorm(bits.data(), 255, 8, words.data());
      for (unsigned i = 0; i < kColors; ++i) {
        INFO(kernels.name);
        REQUIRE(words[i] == (encode_unorm(bits[i], 255) << 8 | (i == 1 ? 1u : 0u)));
      }
    }
  }
}

TEST_CASE("words of sixteen colours are the same in every instruction set", "[pixel_kernels]") {
  Random random;
  for (unsigned round = 0; round < 3000; ++round) {
    WordColors facts{.written = random.word() % 2 == 0 ? ~0u : random.word(),
                     .clamps_source = random.word() % 2 == 0,
                     .blends = random.word() % 4 != 0,
                     .clamps_target = random.word() % 2 == 0,
                     .clamps_result = random.word() % 2 == 0,
                     .low = random.word() % 2 == 0 ? 0.0f : -1.0f};
    for (unsigned c = 0; c < 4; ++c) {
      const auto weight = [&] {
        return BlendWeight{static_cast<WeightOf>(random.word() % 6), static_cast<std::uint8_t>(random.word() % 4),
                           random.word() % 2 == 0};
      };
      facts.channels[c] = {.shift = static_cast<std::uint8_t>(8 * c), .most = random.word() % 8 == 0 ? 0u : 255u};
      facts.rules[c] = {static_cast<Joined>(random.word() % 3), random.word() % 2 == 0 ? 1.0f : -1.0f,
                        random.word() % 2 == 0 ? 1.0f : -1.0f, weight(), weight()};
      facts.constant[c] = static_cast<float>(random.number(1.5));
    }
    LaneBits before;
    std::array<LaneBits, 4> source;
    for (std::uint32_t& word : before) word = random.word();
    for (LaneBits& channel : source) {
      for (std::uint32_t& bits : channel)
        bits = round % 4 == 0 ? random.word() : std::bit_cast<std::uint32_t>(static_cast<float>(random.number(1.5)));
    }
    const std::array<const std::uint32_t*, 4> rows{source[0].data(), source[1].data(), source[2].data(),
                                                   source[3].data()};
    const std::uint32_t lanes = round % 3 == 0 ? 0xFFFF : random.word() & 0xFFFF;
    ApartPairs<std::uint32_t> all{before}, expected{before};
    all_kernels().begin()->write_words(facts, rows, 0xFFFF, all.pairs());
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1) != 0) expected.at(lane) = all.at(lane);
    }
    for (const PixelKernels& kernels : all_kernels()) {
      ApartPairs<std::uint32_t> words{before};
      kernels.write_words(facts, rows, lanes, words.pairs());
      INFO(kernels.name);
      for (unsigned lane = 0; lane < kLanes; ++lane) REQUIRE(words.at(lane) == expected.at(lane));
      REQUIRE(words.gaps_are_untouched());
    }
  }
}

}  // namespace texpipe::functional
