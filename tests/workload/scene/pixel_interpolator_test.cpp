// Gen9 threads ask the pixel interpolator on a whole machine: dispatcher, raster front end, EUs, interconnect, unit,
// data port.
#include "workload/scene/pixel_interpolator.h"

#include <bit>
#include <catch2/catch.hpp>

#include "functional/device/untimed_run.h"
#include "timing/system/system.h"

using namespace texpipe;
using namespace texpipe::study;
using functional::PixelOffset;

namespace {

functional::RasterScene scene(unsigned samples) {
  functional::RasterScene scene;
  scene.state.viewport = {0, 0, 96, 64};
  scene.state.pattern = functional::standard_pattern(samples);
  for (int i = 0; i < 5; ++i) {
    const float x = 7.0F * static_cast<float>(i);
    scene.triangles.push_back(
        {.vertices = {functional::snap(x, 3), functional::snap(x + 61.3F, 20.7F), functional::snap(x + 11, 60)},
         .one_over_w = {1, 0.25F, 0.5F}});
  }
  return scene;
}

std::vector<float> untimed(const PixelInterpolatorParameters& parameters, const functional::RasterScene& chosen) {
  functional::Workload workload = make_pixel_interpolator(parameters, chosen);
  functional::run_untimed(workload);
  return read_barycentrics(workload);
}

struct TimedRun {
  functional::Workload workload;
  timing::System system;
  Cycles cycles;

  TimedRun(const PixelInterpolatorParameters& parameters, const functional::RasterScene& chosen,
           const machine::MachineParameters& machine, std::uint32_t order = 0)
      : workload{make_pixel_interpolator(parameters, chosen)},
        system{machine, workload, timing::model_blocks(), {.check_protocols = true, .build_order = order}} {
    const timing::SystemRun run = system.run();
    REQUIRE(run.complete);
    cycles = run.cycles;
  }
  const machine::Statistic& statistic(const std::string& path) const { return *system.statistics().find(path); }
  std::uint64_t counter(const std::string& path) const {
    return std::get<machine::Counter>(statistic(path).value).value();
  }
};

/// One EU and a pixel coverage unit that takes one message at a time, slowly.
machine::MachineParameters narrow_machine() {
  machine::MachineParameters machine;
  machine.slice.subslices = 1;
  machine.slice.subslice.resize(1);
  machine.slice.subslice[0].eus = 1;
  machine.slice.subslice[0].eu.resize(1);
  machine.slice.subslice[0].pixel_coverage = {.queue = 1, .latency = Cycles{90}, .subspans_per_cycle = 1};
  machine.slice.raster.slots = 24;
  return machine;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) {
           return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
         });
}

constexpr InterpolateAt kPlaces[] = {InterpolateAt::kSharedOffset, InterpolateAt::kSample, InterpolateAt::kCentroid,
                                     InterpolateAt::kPerSlotOffset};

}  // namespace

TEST_CASE("Gen9 threads get from the timed machine the barycentrics that a run without time gives",
          "[pixel_interpolator][system]") {
  const auto place = GENERATE(from_range(std::begin(kPlaces), std::end(kPlaces)));
  const auto simd = GENERATE(8u, 16u, 32u);
  const auto samples = GENERATE(1u, 4u, 16u);
  const bool linear = samples == 4;
  const PixelInterpolatorParameters parameters{
      .simd = simd, .place = place, .linear = linear, .x_offset = 4, .y_offset = -7, .sample = samples - 1};
  functional::RasterScene chosen = scene(samples);
  chosen.sample_shading = samples == 16;
  const std::vector<float> expected = untimed(parameters, chosen);
  machine::MachineParameters machine;
  machine.slice.raster.slots = 40;
  const TimedRun run{parameters, chosen, machine};
  CHECK(same_bits(read_barycentrics(run.workload), expected));
  CHECK(run.workload.subspans->store().occupancy() == 0);
}

TEST_CASE("barycentrics of Gen9 threads are the planes' values at the place that was asked for",
          "[pixel_interpolator]") {
  const auto place = GENERATE(from_range(std::begin(kPlaces), std::end(kPlaces)));
  const auto simd = GENERATE(8u, 16u, 32u);
  const PixelInterpolatorParameters parameters{
      .simd = simd, .place = place, .x_offset = -3, .y_offset = 5, .sample = 2};
  const functional::RasterScene chosen = scene(4);
  functional::Workload workload = make_pixel_interpolator(parameters, chosen);
  functional::run_untimed(workload);
  const std::vector<float> stored = read_barycentrics(workload);
  const functional::SubspanFeed& feed = *workload.subspans;
  REQUIRE(stored.size() == feed.invocations().size() * 16);
  unsigned covered = 0;
  for (std::size_t i = 0; i < feed.invocations().size(); ++i) {
    const functional::SubspanInFlight subspan = feed.subspan(i);
    for (unsigned p = 0; p < 4; ++p) {
      const float* pixel = &stored[(4 * i + p) * 4];
      if (subspan.pixels[p].coverage == 0) {
        REQUIRE(pixel[3] == 0);
        continue;
      }
      ++covered;
      const std::int32_t x = subspan.x + static_cast<int>(p % 2), y = subspan.y + static_cast<int>(p / 2);
      const auto sixteenths = [](std::int32_t dx, std::int32_t dy) {
        return PixelOffset{static_cast<std::int16_t>(dx * 256), static_cast<std::int16_t>(dy * 256)};
      };
      PixelOffset at;
      if (place == InterpolateAt::kSharedOffset) at = sixteenths(-3, 5);
      if (place == InterpolateAt::kSample) at = sixteenths(2 - 8, 10 - 8);  // sample 2 of 4 is at (2, 10) / 16
      if (place == InterpolateAt::kCentroid)
        at = functional::centroid(feed.scene().state.pattern, subspan.pixels[p].coverage);
      if (place == InterpolateAt::kPerSlotOffset) at = sixteenths(x % 16 - 8, y % 16 - 8);
      const functional::Barycentrics expected = functional::perspective_barycentrics(subspan.barycentrics, x, y, at);
      REQUIRE(pixel[1] == expected.b1);
      REQUIRE(pixel[2] == expected.b2);
      REQUIRE(pixel[0] == 1.0F - (expected.b1 + expected.b2));
      REQUIRE(pixel[3] == 1);
    }
  }
  CHECK(covered > 1000);
}

TEST_CASE("a slow pixel coverage unit holds Gen9 threads back and changes no barycentric",
          "[pixel_interpolator][system]") {
  const auto place = GENERATE(InterpolateAt::kCentroid, InterpolateAt::kPerSlotOffset);
  const PixelInterpolatorParameters parameters{.simd = 16, .place = place};
  const functional::RasterScene chosen = scene(4);
  const TimedRun slow{parameters, chosen, narrow_machine()};
  CHECK(same_bits(read_barycentrics(slow.workload), untimed(parameters, chosen)));
  // One at a time: each message of the shading threads holds the unit for its subspans and its latency.
  const std::uint64_t messages = slow.counter("slice.subslice[0].pixel_coverage.messages");
  const std::uint64_t subspans = slow.counter("slice.subslice[0].pixel_coverage.subspans");
  CHECK(subspans == slow.workload.subspans->invocations().size());
  CHECK(messages == (subspans + 3) / 4);
  const auto& latency = std::get<machine::Histogram>(slow.statistic("slice.subslice[0].pixel_coverage.latency").value);
  CHECK(latency.count() == messages);
  CHECK(latency.sum() == subspans - messages + 90 * messages);
  CHECK(slow.cycles.value() > latency.sum());
}

TEST_CASE("the order in which blocks are built does not change when the interpolated scene ends",
          "[pixel_interpolator][system]") {
  const PixelInterpolatorParameters parameters{.simd = 32, .place = InterpolateAt::kCentroid};
  const functional::RasterScene chosen = scene(4);
  const TimedRun first{parameters, chosen, {}};
  for (const std::uint32_t order : {7u, 12345u}) CHECK(TimedRun{parameters, chosen, {}, order}.cycles == first.cycles);
}

TEST_CASE("the interpolated picture shows each sample of the target once, the last triangle on top",
          "[pixel_interpolator]") {
  functional::RasterScene chosen;
  chosen.state.viewport = {0, 0, 4, 2};
  chosen.state.pattern = functional::standard_pattern(4);
  // Left of x = 1 everything, of pixel 1 the samples at x 2/16 and 6/16.
  chosen.triangles = {
      {.vertices = {functional::snap(1.5F, -100), functional::snap(1.5F, 100), functional::snap(-500, 0)}}};
  chosen.target_samples = static_cast<std::uint8_t>(GENERATE(1, 2, 4, 8));
  const functional::SubspanFeed feed{chosen, 64};
  const std::vector<float> red = [&] {
    std::vector<float> values;
    for (std::size_t i = 0; i < feed.invocations().size() * 4; ++i) values.insert(values.end(), {1, 0, 0, 1});
    return values;
  }();
  const Picture picture = interpolated_picture(feed, red);
  CHECK(picture.rgba[0] == 255);
  CHECK(picture.rgba[4] == (chosen.target_samples < 4 ? 255 : 128));  // samples 0 and 2 of pixel 1
  CHECK(picture.rgba[8] == 0);
  CHECK(picture.rgba[3] == 255);
}
