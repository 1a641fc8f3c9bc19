// The shipped energy table by its own arithmetic: each figure with what it follows.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "analysis/energy/energy_estimate.h"
#include "study/definition/study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

using Settings = std::vector<std::string>;

/// A run of one subslice that counts a million of everything.
RunRecord million(Settings settings) {
  settings.insert(settings.begin(), {"slice.subslices=1", "sampler.l1.size=8KiB", "sampler.l1.ways=4",
                                     "sampler.l1.line=64B", "sampler.l2.enabled=true", "shared_l2.enabled=true",
                                     "llc.enabled=true", "slice.l3.size=1MiB", "slice.l3.ways=16"});
  RunRecord run{.name = "run", .study = "s", .machine = "m"};
  run.settings =
      load_configuration({TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml", settings}, FileKind::kStudy).trees();
  run.numbers.push_back({.path = "cycles", .value = 1});
  for (const std::string cache : {"slice.subslice[0].sampler.l1", "slice.subslice[0].sampler.l2", "slice.shared_l2",
                                  "slice.l3", "llc", "memory"}) {
    for (const char* count : {"lookups", "texels", "fill_bytes", "reads", "read_bytes", "writes", "bytes"})
      run.numbers.push_back({.path = cache + '.' + count, .value = 1e6});
  }
  return run;
}

const ComponentEstimate& component(const EnergyEstimate& estimate, const std::string& name) {
  for (const ComponentEstimate& part : estimate.components)
    if (part.component->name == name) return part;
  FAIL("no component " << name);
  return estimate.components.front();
}

/// pJ of one action.
double energy(const std::string& name, const std::string& action, const Settings& settings = {}) {
  const RunRecord run = million(settings);
  const EnergyEstimate estimate = estimate_energy(run, default_energy_table());
  for (const ActionEstimate& one : component(estimate, name).actions)
    if (one.action->name == action) return one.nanojoules / 1e3;
  return 0;
}

/// um2 of a component.
double area(const std::string& name, const Settings& settings = {}) {
  return component(estimate_energy(million(settings), default_energy_table()), name).square_millimetres * 1e6;
}

}  // namespace

TEST_CASE("energies of the shipped table follow ways, sizes, slices and kinds of memory", "[energy]") {
  CHECK(energy("l1", "lookup") == Approx(0.5));
  CHECK(energy("l1", "lookup", {"sampler.l1.ways=16"}) == Approx(2));
  CHECK(energy("l1", "texel") == Approx(1.25));
  CHECK(energy("l1", "texel", {"sampler.l1.size=32KiB"}) == Approx(2.5));
  CHECK(energy("l1", "fill", {"sampler.l1.size=32KiB"}) == Approx(0.62));
  for (const std::string cache : {"l2", "shared_l2"}) {
    const std::string path = cache == "l2" ? "sampler.l2" : cache;
    CHECK(energy(cache, "lookup", {path + ".size=128KiB", path + ".ways=32"}) == Approx(2));
    CHECK(energy(cache, "read", {path + ".size=128KiB", path + ".ways=16"}) == Approx(1.26));
  }
  CHECK(energy("l3", "read", {"slice.l3.size=4MiB"}) == Approx(6.2));
  CHECK(energy("l3", "write", {"slice.l3.size=4MiB"}) == Approx(400));
  CHECK(energy("l3", "crossing") == 0);
  CHECK(energy("l3", "crossing", {"slice.l3.slices=2"}) == Approx(1.6));
  CHECK(energy("l3", "crossing", {"slice.l3.slices=4"}) == Approx(1.6));
  CHECK(energy("llc", "read", {"llc.size=4MiB", "llc.ways=16"}) == Approx(6.2));
  CHECK(energy("llc", "write", {"llc.size=4MiB", "llc.ways=16"}) == Approx(400));
  CHECK(energy("memory", "byte", {"memory.kind=ddr4"}) == Approx(162));
  CHECK(energy("memory", "byte", {"memory.kind=lpddr4"}) == Approx(162 * 0.3));
  CHECK(energy("memory", "byte", {"memory.kind=gddr5"}) == Approx(162 * 0.69));
  CHECK(energy("memory", "byte", {"memory.kind=hbm2"}) == Approx(162 * 0.194));
}

TEST_CASE("the area of a first-level cache is that of its data, tags, sectors, ways, registers and banks", "[energy]") {
  const auto of = [](const Settings& settings) { return area("l1", settings); };
  const Settings usual{"sampler.l1.mshrs=16", "sampler.l1.banks=8", "sampler.l1.ports=1"};
  const double all = 6600 + 4.0 * 128 + 12.0 * 4 + 26.4 * 16 + 240.0 * 8;
  CHECK(of(usual) == Approx(all));
  const auto with = [&](const std::string& setting) {
    Settings settings = usual;
    settings.push_back(setting);
    return of(settings) - all;
  };
  CHECK(with("sampler.l1.ports=3") == Approx(3 * 6600));
  CHECK(with("sampler.l1.sector=32B") == Approx(0.2 * 256));
  CHECK(with("sampler.l1.line=32B") == Approx(4.0 * 128));
  CHECK(with("sampler.l1.ways=8") == Approx(12.0 * 4));
  CHECK(with("sampler.l1.mshrs=48") == Approx(26.4 * 32));
  CHECK(with("sampler.l1.banks=16") == Approx(240.0 * 8));
}

TEST_CASE("the areas of the other caches follow their banks and slices", "[energy]") {
  for (const std::string cache : {"l2", "shared_l2", "llc"}) {
    const std::string path = cache == "l2" ? "sampler.l2" : cache;
    const double data = cache == "llc" ? 839'000.0 / 32 : 26'200;
    CHECK(area(cache, {path + ".size=32KiB", path + ".ways=16", path + ".line=64B", path + ".banks=2",
                       path + ".mshrs=8", path + ".sector=32B"}) ==
          Approx(data + 4.0 * 512 + 0.2 * 1024 + 12.0 * 32 + 26.4 * 16 + 240.0 * 2));
  }
  const Settings l3{"slice.l3.line=64B", "slice.l3.banks=2", "slice.l3.mshrs=8",
                    "slice.l3.crossbar.bytes_per_cycle=32"};
  const double data = 839'000 + 4.0 * 16384;
  CHECK(area("l3", l3) == Approx(data + 12.0 * 32 + 26.4 * 16 + 240.0 * 2));
  Settings sliced = l3;
  sliced.insert(sliced.end(), {"slice.l3.slices=4", "slice.l3.sector=32B"});
  CHECK(area("l3", sliced) == Approx(data + 0.2 * 32768 + 12.0 * 128 + 26.4 * 64 + 240.0 * 8 + 11.5 * 4 * 32));
}

TEST_CASE("the area of the filter follows its anisotropic rate", "[energy]") {
  CHECK(area("filter", {"filter.rates.anisotropic.32=3", "filter.rates.bilinear.32=7"}) == Approx(3 * 61'600));
}

namespace {

/// A frame that counts a million of everything that the fixed functions do, with caches of 32 KiB and 16 ways.
EnergyEstimate million_of_frame(Settings settings = {}) {
  RunRecord run{.name = "run", .study = "s", .machine = "m"};
  for (const std::string cache : {"vertex_fetch.cache", "hiz.cache", "depth.cache", "depth.stencil_cache",
                                  "pixel_backend.cache", "pixel_backend.mcs_cache"}) {
    for (const char* setting : {".size=32KiB", ".ways=16", ".mshrs=8"})
      settings.insert(settings.begin(), "slice.frame." + cache + setting);
  }
  run.settings =
      load_configuration({TEXPIPE_SOURCE_DIR "/configs/studies/frames/yard.yaml", settings}, FileKind::kStudy).trees();
  run.numbers.push_back({.path = "cycles", .value = 1});
  for (const char* path : {"vertex_cache.requests",
                           "vertex_cache.read_bytes",
                           "vertex_cache.writes",
                           "hiz_cache.requests",
                           "hiz_cache.read_bytes",
                           "hiz_cache.writes",
                           "depth_cache.requests",
                           "depth_cache.read_bytes",
                           "depth_cache.writes",
                           "stencil_cache.requests",
                           "stencil_cache.read_bytes",
                           "stencil_cache.writes",
                           "color_cache.requests",
                           "color_cache.read_bytes",
                           "color_cache.writes",
                           "mcs_cache.requests",
                           "mcs_cache.read_bytes",
                           "mcs_cache.writes",
                           "urb.written_bytes",
                           "urb.read_bytes",
                           "command_streamer.dwords",
                           "vertex_fetch.indices",
                           "vertex_fetch.vertices",
                           "geometry.primitives",
                           "geometry.clipped",
                           "geometry.points",
                           "rasterizer.tiles",
                           "rasterizer.subspans",
                           "hiz.blocks",
                           "depth.tested_pixels",
                           "pixel_backend.pixels",
                           "pixel_backend.blended_pixels"})
    run.numbers.push_back({.path = std::string{"slice.frame."} + path, .value = 1e6});
  return estimate_energy(run, default_energy_table());
}

}  // namespace

TEST_CASE("caches of the fixed functions take energy and area by their own size, ways and counts", "[energy]") {
  const std::vector<std::pair<std::string, std::string>> caches{
      {"vertex_cache", "vertex_fetch.cache"}, {"hiz_cache", "hiz.cache"},
      {"depth_cache", "depth.cache"},         {"stencil_cache", "depth.stencil_cache"},
      {"color_cache", "pixel_backend.cache"}, {"mcs_cache", "pixel_backend.mcs_cache"}};
  const EnergyEstimate usual = million_of_frame();
  for (const auto& [name, parameters] : caches) {
    INFO(name);
    const ComponentEstimate& cache = component(usual, name);
    CHECK(cache.nanojoules == Approx(1e3 * (1 + 0.63 + 40)));
    CHECK(cache.square_millimetres * 1e6 == Approx(26'200 + 4.0 * 512 + 12.0 * 16 + 26.4 * 8 + 240));
    const std::string path = "slice.frame." + parameters;
    const EnergyEstimate larger = million_of_frame({path + ".size=128KiB", path + ".ways=32"});
    CHECK(component(larger, name).nanojoules == Approx(1e3 * (2 + 1.26 + 80)));
    CHECK(component(larger, name).square_millimetres - cache.square_millimetres ==
          Approx((3 * (26'200 + 4.0 * 512) + 12.0 * 16) / 1e6));
    CHECK(larger.nanojoules - usual.nanojoules == Approx(1e3 * 41.63));
  }
}

TEST_CASE("units of the fixed functions take energy by what they count", "[energy]") {
  const EnergyEstimate frame = million_of_frame({"slice.frame.vertex_fetch.reuse=128"});
  const std::vector<std::pair<std::string, double>> picojoules{{"command_streamer", 17.5},
                                                               {"vertex_fetch", 3.2 + 4.6},
                                                               {"geometry", 69 + 69 + 18.4},
                                                               {"rasterizer", 2.4 + 0.6},
                                                               {"hiz", 4.6},
                                                               {"depth", 2.5},
                                                               {"pixel_backend", 3.7 + 9.2}};
  for (const auto& [name, each] : picojoules) {
    INFO(name);
    CHECK(component(frame, name).nanojoules == Approx(1e3 * each));
    CHECK(component(frame, name).square_millimetres > 0);
  }
}

TEST_CASE("the URB and the start of threads take energy and no area", "[energy]") {
  const ComponentEstimate urb = component(million_of_frame(), "urb");
  CHECK(urb.nanojoules == Approx(1e3 * (1.9 + 1.9)));
  CHECK(urb.square_millimetres == 0);
  RunRecord run{.name = "run", .study = "s", .machine = "m"};
  run.settings =
      load_configuration({TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml", {}}, FileKind::kStudy).trees();
  run.numbers.push_back({.path = "cycles", .value = 1});
  run.numbers.push_back({.path = "slice.dispatch.threads", .value = 1e6});
  const EnergyEstimate started = estimate_energy(run, default_energy_table());
  CHECK(component(started, "dispatch").nanojoules == Approx(1e3 * 390));
  CHECK(component(started, "dispatch").square_millimetres == 0);
}
