// The raster front end alone: when subspans and threads are there, against arithmetic by hand.
#include "timing/pixel_coverage/raster_front_end.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>

#include "timing/kernel/kernel.h"

using namespace texpipe;
using namespace texpipe::timing;
using functional::SceneTriangle;

namespace {

constexpr Cycles kSetup{4};

SceneTriangle triangle(float x0, float y0, float x1, float y1, float x2, float y2) {
  return {.vertices = {functional::snap(x0, y0), functional::snap(x1, y1), functional::snap(x2, y2)}};
}

/// Covers all of a 32x32 viewport: 16 tiles of 16 subspans.
functional::RasterScene full_scene(unsigned samples) {
  functional::RasterScene scene;
  scene.state.viewport = {0, 0, 32, 32};
  scene.state.pattern = functional::standard_pattern(samples);
  scene.triangles = {triangle(-64, -64, 512, -64, -64, 512)};
  return scene;
}

/// Ends each thread a fixed time after it opened.
class Shader final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Shader);
  Shader(sc_core::sc_module_name name, Simulation& simulation, RasterFrontEnd& raster, Cycles time)
      : sc_module{name}, simulation_{simulation}, raster_{raster}, time_{time} {
    raster.opened = [this] {
      opened.push_back(simulation_.clock.now().value());
      simulation_.clock.notify(due_, Cycles{opened[ended_]} + time_);
    };
    SC_METHOD(end);
    sensitive << due_;
    dont_initialize();
  }
  std::vector<std::uint64_t> opened;

 private:
  void end() {
    raster_.ended(ended_++);
    if (ended_ < opened.size()) simulation_.clock.notify(due_, Cycles{opened[ended_]} + time_);
  }
  Simulation& simulation_;
  RasterFrontEnd& raster_;
  Cycles time_;
  unsigned ended_ = 0;
  sc_core::sc_event due_;
};

struct Bench {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}}};
  functional::SubspanFeed feed;
  RasterFrontEnd raster;
  Shader shader;

  explicit Bench(functional::RasterScene scene, machine::RasterFrontEndParameters parameters = {},
                 Cycles shading = Cycles{50})
      : feed{std::move(scene), parameters.slots},
        raster{"raster", simulation, parameters, feed},
        shader{"shader", simulation, raster, shading} {
    simulation.run();  // closes the accounts: their sum is the run's
  }
  const std::vector<std::uint64_t>& opened() const { return shader.opened; }
  const machine::Statistic& statistic(const std::string& name) const {
    return *simulation.statistics.find("raster." + name);
  }
  std::uint64_t counter(const std::string& name) const {
    return std::get<machine::Counter>(statistic(name).value).value();
  }
  std::uint64_t cycles_in(std::uint32_t category) const {
    return std::get<machine::CycleAccount>(statistic("cycles").value).cycles(category).value();
  }
};

constexpr std::uint64_t kFirst = kSetup.value() + 1;  // set-up, then one cycle for the first tile

}  // namespace

TEST_CASE("subspans come at the slower of the rates of subspans and of samples", "[raster]") {
  // Samples per cycle 16; a subspan has four pixels' samples.
  const auto [samples, per_cycle, threads_apart] = GENERATE(table<unsigned, std::uint32_t, std::uint64_t>(
      {{1, 1, 8}, {1, 2, 4}, {1, 4, 2}, {2, 2, 4}, {2, 4, 4}, {4, 2, 8}, {4, 1, 8}, {8, 1, 16}, {16, 1, 32}}));
  Bench bench{full_scene(samples), {.slots = 512, .setup_interval = kSetup, .subspans_per_cycle = per_cycle}};
  REQUIRE(bench.opened().size() == 32);
  const std::uint64_t cost = std::max(16 * 4 * samples / 16, 16 / per_cycle);  // of 16 subspans
  for (std::uint64_t n = 0; n < 32; ++n) {
    const std::uint64_t last_subspan = (8 * n + 7) * cost / 16;
    CHECK(bench.opened()[n] == kFirst + last_subspan);
  }
  CHECK(bench.opened()[1] - bench.opened()[0] == threads_apart);
  CHECK(bench.cycles_in(0) == 16 * cost);
}

TEST_CASE("with sample shading a subspan's samples are tested once and each becomes an invocation", "[raster]") {
  functional::RasterScene scene = full_scene(16);
  scene.sample_shading = true;
  Bench bench{scene, {.slots = 8192, .setup_interval = kSetup}};
  REQUIRE(bench.opened().size() == 256 * 16 / 8);
  // Four cycles for the first of a subspan's 16 invocations, one for each other.
  CHECK(bench.opened()[0] == kFirst + 4 + 6);
  CHECK(bench.opened()[1] == kFirst + 4 + 14);
  CHECK(bench.opened()[2] == kFirst + 19 + 4 + 6);
  CHECK(bench.counter("subspans") == 256 * 16);
}

TEST_CASE("small triangles come at the set-up interval", "[raster]") {
  functional::RasterScene scene;
  scene.state.viewport = {0, 0, 32, 32};
  for (int i = 0; i < 24; ++i) scene.triangles.push_back(triangle(4, 4, 6, 4, 4, 6));
  const auto interval = GENERATE(std::uint64_t{1}, std::uint64_t{4}, std::uint64_t{9});
  Bench bench{scene, {.setup_interval = Cycles{interval}}};
  REQUIRE(bench.opened().size() == 3);
  for (std::uint64_t n = 0; n < 3; ++n) CHECK(bench.opened()[n] == interval * (8 * n + 8) + 1);
}

TEST_CASE("a full store stops the front end until a thread ends, and takes its slots a cycle later", "[raster]") {
  Bench bench{full_scene(1), {.slots = 8, .setup_interval = kSetup}, Cycles{50}};
  REQUIRE(bench.opened().size() == 32);
  for (std::uint64_t n = 0; n < 32; ++n) CHECK(bench.opened()[n] == kFirst + 7 + n * (50 + 1 + 7));
  // The store is full from the cycle after a thread's last subspan to the cycle after the thread's end.
  CHECK(bench.cycles_in(1) == 31 * 50);
  CHECK(bench.cycles_in(0) == 256);
  CHECK(std::get<machine::Histogram>(bench.statistic("occupancy").value).high() == 8);
}

TEST_CASE("coarse tiles that an edge rejects cost tile time and are counted", "[raster]") {
  functional::RasterScene scene;
  scene.state.viewport = {0, 0, 64, 64};
  scene.triangles = {triangle(0, 63.5F, 63.5F, 63.5F, 63.5F, 0)};
  // The 21 of 8x8 tiles whose lower right corner lies above the diagonal are rejected. The first subspans, ten of them,
  // are in the eighth tile of the first row.
  Bench slow{scene, {.slots = 4096, .setup_interval = Cycles{1}, .tiles_per_cycle = 1}};
  CHECK(slow.counter("tiles") == 64);
  CHECK(slow.counter("culled_tiles") == 21);
  CHECK(slow.opened()[0] == 1 + 8 + 7);
  Bench fast{scene, {.slots = 4096, .setup_interval = Cycles{1}, .tiles_per_cycle = 64}};
  CHECK(fast.opened()[0] == 1 + 1 + 7);
}

TEST_CASE("the coverage histogram counts each pixel of each subspan by its covered samples", "[raster]") {
  // x < 20 + 1/2 of a 32x32 viewport: ten columns of whole subspans, and one whose left pixels have samples 0 and 2 (x
  // 6/16 and 2/16 of 4 samples) and whose right pixels have none.
  functional::RasterScene scene = full_scene(4);
  scene.triangles = {triangle(20.5F, -4000, 20.5F, 4000, -4000, 0)};
  scene.target_samples = static_cast<std::uint8_t>(GENERATE(1, 2, 4, 8, 16));
  Bench bench{scene};
  const auto weight = [&](const char* name, std::uint64_t samples) {
    std::uint64_t found = 0;
    for (const auto& bucket : std::get<machine::Histogram>(bench.statistic(name).value).buckets())
      if (bucket.low == samples) found += bucket.weight;
    return found;
  };
  CHECK(weight("coverage", 4) == 20 * 32);
  CHECK(weight("coverage", 2) == 32);
  CHECK(weight("coverage", 0) == 32);
  CHECK(std::get<machine::Histogram>(bench.statistic("coverage").value).count() == 11 * 16 * 4);
  CHECK(bench.counter("subspans") == 11 * 16);
  CHECK(bench.counter("pixels") == 21 * 32);
  CHECK(std::get<machine::Ratio>(bench.statistic("quad_efficiency").value).value() == 21.0 / 22.0);
  // Samples of the target: samples 0 and 2 of 4 are one of 1, both of 2, 4 of 8 and 8 of 16.
  const std::uint64_t target = scene.target_samples;
  const std::uint64_t half = target <= 2 ? target : target / 2;
  CHECK(weight("target_coverage", target) == 20 * 32u + (half == target ? 32 : 0));
  if (half != target) CHECK(weight("target_coverage", half) == 32);
  CHECK(std::get<machine::Histogram>(bench.statistic("target_coverage").value).count() == 21 * 32);
}

TEST_CASE("quad efficiency is covered pixels over the pixels of subspans", "[raster]") {
  Bench full{full_scene(4)};
  CHECK(full.counter("pixels") == 1024);
  CHECK(full.counter("quad_pixels") == 1024);
  CHECK(std::get<machine::Ratio>(full.statistic("quad_efficiency").value).value() == 1.0);

  functional::RasterScene scene;
  scene.state.viewport = {0, 0, 64, 64};
  scene.triangles = {triangle(3, 5, 50, 21, 11, 60)};
  Bench bench{scene};
  std::uint64_t pixels = 0;
  std::uint64_t subspans = 0;
  for (const auto& subspan : bench.feed.triangles()[0].subspans) {
    ++subspans;
    for (const std::uint16_t samples : subspan.samples) pixels += samples != 0 ? 1 : 0;
  }
  CHECK(bench.counter("pixels") == pixels);
  CHECK(bench.counter("quad_pixels") == 4 * subspans);
  CHECK(std::get<machine::Histogram>(bench.statistic("coverage").value).count() == 4 * subspans);
  CHECK(pixels < 4 * subspans);
}
