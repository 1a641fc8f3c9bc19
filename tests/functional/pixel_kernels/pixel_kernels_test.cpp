// Kernels of every instruction set against the rules of single pixels, on random planes, places and colours.
#include "functional/pixel_kernels/pixel_kernels.h"

#include <catch2/catch.hpp>

#include <random>

#include "functional/frame/depth/depth_format.h"
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
      LaneBits b1, b2;
      kernels.barycentrics(input, places, b1, b2);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const std::int32_t x = places.x[lane / 4], y = places.y[lane / 4];
        const BarycentricPlanes near = planes.near(x, y);
        const std::int32_t px = x + static_cast<std::int32_t>(lane & 1),
                           py = y + static_cast<std::int32_t>(lane >> 1 & 1);
        const Barycentrics expected =
            perspective ? perspective_barycentrics(near, px, py, {}) : linear_barycentrics(near, px, py, {});
        INFO(kernels.name << " lane " << lane);
        REQUIRE(b1[lane] == std::bit_cast<std::uint32_t>(expected.b1));
        REQUIRE(b2[lane] == std::bit_cast<std::uint32_t>(expected.b2));
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
      kernels.depths(input, places, codes);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const double x = places.x[lane / 4] + (lane & 1) + 0.5, y = places.y[lane / 4] + (lane >> 1 & 1) + 0.5;
        INFO(kernels.name << " lane " << lane);
        REQUIRE(codes[lane] == depth_code(format, viewport.clamp_depth(planes.depth(x, y))));
      }
    }
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

}  // namespace texpipe::functional
