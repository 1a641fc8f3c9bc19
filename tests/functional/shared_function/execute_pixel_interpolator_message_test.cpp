#include "functional/shared_function/execute_pixel_interpolator_message.h"

#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// Four subspans in a row of a triangle whose barycentric b1 is x / 16 and b2 is y / 16.
struct Bench {
  CoverageStore store{8};
  Message message;

  explicit Bench(std::uint32_t descriptor) {
    message.shared_function = 0xB;
    message.extended_descriptor = 0xB;
    message.descriptor = descriptor;
    message.execution_mask = 0xFFFF;
    message.payload.resize(4);
    for (unsigned i = 0; i < 4; ++i) {
      SubspanInFlight subspan{.x = static_cast<int>(2 * i), .y = 0};
      subspan.barycentrics = barycentric_planes({{{0, 0}, {16 * 256, 0}, {0, 16 * 256}}}, {1, 1, 1});
      for (PixelCoverage& pixel : subspan.pixels) pixel = {.pattern = standard_pattern(4), .coverage = 0b1100};
      message.subspan_slots[i] = *store.insert(subspan);
    }
  }

  float value(const MessageResponse& response, unsigned reg, unsigned lane) {
    return std::bit_cast<float>(response.registers[reg][lane]);
  }
};

}  // namespace

TEST_CASE("a shared offset moves every channel, with the descriptor that the compiler writes", "[pixel_interpolator]") {
  Bench bench{0x02200094};  // SIMD8, x = 4/16, y = -7/16
  const MessageResponse response = execute_pixel_interpolator_message(bench.store, bench.message);
  REQUIRE(response.registers.size() == 2);
  CHECK(bench.value(response, 0, 0) == (0.5f + 0.25f) / 16);
  CHECK(bench.value(response, 0, 5) == (3.5f + 0.25f) / 16);
  CHECK(bench.value(response, 1, 2) == (1.5f - 0.4375f) / 16);
}

TEST_CASE("SIMD16 returns b1 and b2 of channels 0-7, then of channels 8-15", "[pixel_interpolator]") {
  Bench bench{0x02411020};  // sample 2
  const MessageResponse response = execute_pixel_interpolator_message(bench.store, bench.message);
  REQUIRE(response.registers.size() == 4);
  CHECK(bench.value(response, 0, 0) == 0.125f / 16);  // sample 2 of 4 is at (2, 10) / 16
  CHECK(bench.value(response, 1, 0) == 0.625f / 16);
  CHECK(bench.value(response, 2, 7) == (7 + 0.125f) / 16);  // channel 15: pixel (7, 1)
  CHECK(bench.value(response, 3, 7) == (1 + 0.625f) / 16);
}

TEST_CASE("a per-slot offset is read per channel as signed sixteenths", "[pixel_interpolator]") {
  Bench bench{0x04207000};  // SIMD8, linear
  bench.message.payload[0] = {0, 7, static_cast<std::uint32_t>(-8), 0, 0, 0, 0, 0};
  bench.message.payload[1] = {0, static_cast<std::uint32_t>(-1), 0, 0, 0, 0, 0, 0};
  const MessageResponse response = execute_pixel_interpolator_message(bench.store, bench.message);
  CHECK(bench.value(response, 0, 1) == (1.5f + 0.4375f) / 16);
  CHECK(bench.value(response, 1, 1) == (0.5f - 0.0625f) / 16);
  CHECK(bench.value(response, 0, 2) == 0.0f);
}

TEST_CASE("the centroid is evaluated where PIXLD.CENTROID_OFFSET says", "[pixel_interpolator]") {
  Bench bench{0x02202000};
  const MessageResponse response = execute_pixel_interpolator_message(bench.store, bench.message);
  CHECK(bench.value(response, 0, 0) == 0.125f / 16);  // first covered sample is 2
  CHECK(bench.value(response, 1, 0) == 0.625f / 16);
}

TEST_CASE("disabled channels are not written, and a sample beyond the count reads 0", "[pixel_interpolator]") {
  Bench bench{0x02201040};  // sample 4 of 4
  bench.message.execution_mask = 0x0F;
  const MessageResponse response = execute_pixel_interpolator_message(bench.store, bench.message);
  CHECK(response.byte_enables[0] == 0x0000FFFF);
  CHECK(response.registers[0] == Grf{});
}

TEST_CASE("a payload that is too short is an error", "[pixel_interpolator]") {
  Bench bench{0x04207000};
  bench.message.payload.resize(1);
  CHECK_THROWS_AS(execute_pixel_interpolator_message(bench.store, bench.message), Error);
}

TEST_CASE("perspective interpolation divides by the interpolated 1/w", "[pixel_interpolator]") {
  const BarycentricPlanes planes = barycentric_planes({{{0, 0}, {16 * 256, 0}, {0, 16 * 256}}}, {1.0f, 0.5f, 1.0f});
  // Half way along edge 0-1 on the screen, the far vertex (w = 2) weighs half as much: b1 = 0.25 / 0.75.
  const Barycentrics at = perspective_barycentrics(planes, 8, 0, {-2048, -2048});
  CHECK(at.b1 == Approx(1.0 / 3.0));
}
