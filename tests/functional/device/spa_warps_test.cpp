#include "functional/device/spa_warps.h"

#include <catch2/catch.hpp>

#include "functional/device/untimed_run.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// A triangle over part of a 14x4 target at 4 samples, and a warp program that reads coverage masks and counts.
struct Scene {
  Workload workload;
  const SpaWarps* warps = nullptr;

  explicit Scene(bool sample_shading) {
    RasterScene scene{.sample_shading = sample_shading};
    scene.state.viewport = {0, 0, 14, 4};
    scene.state.pattern = standard_pattern(4);
    scene.triangles = {{{snap(0, 0), snap(14, 0), snap(0, 4)}}};
    workload.subspans = std::make_unique<SubspanFeed>(scene, 8);
    workload.context->coverage = &workload.subspans->store();
    WarpEnvironment environment{.memory = workload.memory.get(), .context = workload.context.get()};
    auto threads = std::make_unique<SpaWarps>(
        spa::parse_program("PIXLD.COVMASK R1;\nPIXLD.MY_INDEX R2, P0;\nPIXLD.MSCOUNT R3;\n", "test"), WarpState{},
        environment, 1, workload.subspans.get());
    warps = threads.get();
    workload.threads = std::move(threads);
  }
};

}  // namespace

TEST_CASE("warp n shades thread n of the feed, lane by lane", "[spa][device]") {
  Scene scene{false};
  const UntimedRun run = run_untimed(scene.workload);
  const SubspanFeed& feed = *scene.workload.subspans;
  CHECK(run.threads == feed.threads());
  CHECK(scene.warps->groups() == feed.threads());
  CHECK(scene.warps->threads_per_group() == 1);
  for (std::size_t i = 0; i < feed.invocations().size(); ++i) {
    const CoveredSubspan& subspan = feed.triangles()[0].subspans[feed.invocations()[i].subspan];
    const WarpState& warp = scene.warps->warp(static_cast<unsigned>(i / kSubspansPerThread));
    for (unsigned pixel = 0; pixel < 4; ++pixel) {
      const std::size_t lane = 4 * (i % kSubspansPerThread) + pixel;
      CHECK(warp.registers[1][lane] == subspan.samples[pixel]);
      CHECK(warp.registers[3][lane] == 4);
    }
    CHECK(warp.predicates[0] == 0);  // no sample shading
  }
  CHECK(feed.store().occupancy() == 0);
}

TEST_CASE("lanes of quads that the last thread does not have are inactive", "[spa][device]") {
  Scene scene{false};
  run_untimed(scene.workload);
  const SubspanFeed& feed = *scene.workload.subspans;
  const unsigned last = feed.threads() - 1;
  const unsigned quads = feed.subspans_of(last);
  REQUIRE(quads < kSubspansPerThread);
  const WarpState& warp = scene.warps->warp(last);
  CHECK(warp.active == (1u << 4 * quads) - 1);
  CHECK(warp.registers[3][4 * quads - 1] == 4);
  CHECK(warp.registers[3][4 * quads] == 0);  // not written
}

TEST_CASE("a warp of sample shading knows its sample", "[spa][device]") {
  Scene scene{true};
  run_untimed(scene.workload);
  const SubspanFeed& feed = *scene.workload.subspans;
  for (std::size_t i = 0; i < feed.invocations().size(); ++i) {
    const WarpState& warp = scene.warps->warp(static_cast<unsigned>(i / kSubspansPerThread));
    const std::size_t lane = 4 * (i % kSubspansPerThread);
    CHECK(warp.registers[2][lane] == static_cast<unsigned>(feed.invocations()[i].sample));
    CHECK((warp.predicates[0] >> lane & 1) == 1);
    CHECK((warp.registers[1][lane] & ~(1u << feed.invocations()[i].sample)) == 0);
  }
}

TEST_CASE("without a scene every warp starts in the same state and reads uncovered pixels", "[spa][device]") {
  Workload workload;
  WarpState initial;
  initial.registers[9].fill(77);
  initial.active = 0x0000'00FF;
  WarpEnvironment environment{.memory = workload.memory.get(), .context = workload.context.get()};
  workload.threads =
      std::make_unique<SpaWarps>(spa::parse_program("PIXLD.COVMASK R1;\n", "test"), initial, environment, 3, nullptr);
  const auto& warps = static_cast<const SpaWarps&>(*workload.threads);
  CHECK(run_untimed(workload).threads == 3);
  for (unsigned i = 0; i < 3; ++i) {
    CHECK(warps.warp(i).active == 0xFF);
    CHECK(warps.warp(i).registers[9][31] == 77);
    CHECK(warps.warp(i).registers[1][0] == 0);
  }
}
