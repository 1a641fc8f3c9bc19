// SPA warps on a whole machine: dispatcher, raster front end, EUs, sampler and pixel coverage unit.
#include <catch2/catch.hpp>
#include <span>

#include "functional/device/spa_warps.h"
#include "functional/device/untimed_run.h"
#include "timing/system/system.h"

using namespace texpipe;
using namespace texpipe::timing;
using functional::SpaWarps;

namespace {

constexpr char kQueries[] =
    "TXQ.T R0, R6, TEX_HEADER_DIMENSION, 0, 0xf &wr0;"
    "PIXLD.COVMASK R8 &wr1; PIXLD.COVERED R9, P1, [R6+1]; PIXLD.CENTROID_OFFSET R10; PIXLD.MY_INDEX R11, P2;"
    "@P1 TXQ.NODEP.P R12, R6, TEX_HEADER_SAMPLER_POS, 0, 0x1 &req_3;";

struct Warps {
  functional::Workload workload;
  const SpaWarps* warps = nullptr;

  /// `scene`: null for `count` warps that shade nothing.
  explicit Warps(const std::string& text, const functional::RasterScene* scene = nullptr, unsigned count = 1,
                 std::uint32_t killed = 0) {
    functional::GpuMemory& memory = *workload.memory;
    functional::WarpEnvironment environment;
    environment.memory = &memory;
    environment.context = workload.context.get();
    const auto words = spa::encode_texture_header({.multisample = spa::MultisampleMode::k2x2, .width = 64});
    environment.pools.headers = memory.allocate("headers", ByteSize{32});
    memory.write(environment.pools.headers, std::as_bytes(std::span{words}));
    environment.banks[0] = {memory.allocate("bank", ByteSize{4}), 1};
    if (scene != nullptr) {
      workload.subspans = std::make_unique<functional::SubspanFeed>(*scene, 64);
      workload.context->coverage = &workload.subspans->store();
    }
    functional::WarpState initial;
    initial.killed = killed;
    auto threads = std::make_unique<SpaWarps>(spa::parse_program(text, "test"), initial, environment, count,
                                              workload.subspans.get());
    warps = threads.get();
    workload.threads = std::move(threads);
  }
};

functional::RasterScene scene(unsigned samples) {
  functional::RasterScene scene;
  scene.state.viewport = {0, 0, 96, 64};
  scene.state.pattern = functional::standard_pattern(samples);
  for (int i = 0; i < 6; ++i) {
    const float x = 7.0F * static_cast<float>(i);
    scene.triangles.push_back(
        {.vertices = {functional::snap(x, 3), functional::snap(x + 61.3F, 20.7F), functional::snap(x + 11, 60)}});
  }
  return scene;
}

struct TimedRun {
  System system;
  SystemRun result;
  TimedRun(Warps& warps, const machine::MachineParameters& machine, std::uint32_t order = 0)
      : system{machine, warps.workload, model_blocks(), {.check_protocols = true, .build_order = order}},
        result{system.run()} {
    REQUIRE(result.complete);
  }
  std::uint64_t counter(const std::string& path) const {
    return std::get<machine::Counter>(system.statistics().find(path)->value).value();
  }
};

void require_equal(const Warps& a, const Warps& b) {
  REQUIRE(a.warps->groups() == b.warps->groups());
  for (unsigned n = 0; n < a.warps->groups(); ++n) {
    const auto& left = a.warps->warp(n);
    const auto& right = b.warps->warp(n);
    REQUIRE(left.registers == right.registers);
    REQUIRE(left.predicates == right.predicates);
    REQUIRE(left.used_hashes == right.used_hashes);
  }
}

machine::MachineParameters one_eu() {
  machine::MachineParameters machine;
  machine.slice.subslices = 1;
  machine.slice.subslice.resize(1);
  machine.slice.subslice[0].eus = 1;
  machine.slice.subslice[0].eu.resize(1);
  return machine;
}

std::uint64_t cycles_of(const std::string& text, Cycles latency) {
  machine::MachineParameters machine = one_eu();
  machine.slice.subslice[0].pixel_coverage.latency = latency;
  Warps warps{text};
  return TimedRun{warps, machine}.result.cycles.value();
}

}  // namespace

TEST_CASE("warps of a scene end with the registers of a run without time", "[spa][system]") {
  functional::RasterScene chosen = scene(4);
  chosen.sample_shading = GENERATE(false, true);
  Warps untimed{kQueries, &chosen};
  functional::run_untimed(untimed.workload);
  CHECK(untimed.warps->groups() > 20);
  Warps timed{kQueries, &chosen};
  machine::MachineParameters machine;
  machine.slice.raster.slots = 24;  // fewer than the threads could hold
  const TimedRun run{timed, machine};
  require_equal(untimed, timed);
  CHECK(run.counter("slice.raster.subspans") == timed.workload.subspans->invocations().size());
  CHECK(timed.workload.subspans->store().occupancy() == 0);
}

TEST_CASE("the order in which blocks are built does not change when a scene's warps end", "[spa][system]") {
  const functional::RasterScene chosen = scene(4);
  machine::MachineParameters machine;
  machine.slice.raster.slots = 40;
  Warps first{kQueries, &chosen};
  const Cycles cycles = TimedRun{first, machine}.result.cycles;
  for (const std::uint32_t order : {7u, 12345u}) {
    Warps other{kQueries, &chosen};
    CHECK(TimedRun{other, machine, order}.result.cycles == cycles);
    require_equal(first, other);
  }
}

TEST_CASE("the dispatcher waits for the raster front end, and the cycles say so", "[spa][system]") {
  const functional::RasterScene chosen = scene(1);
  Warps warps{"PIXLD.COVMASK R0;", &chosen};
  machine::MachineParameters machine;
  machine.slice.raster.setup_interval = Cycles{1000};
  const TimedRun run{warps, machine};
  // Each triangle's warps wait for its set-up.
  CHECK(run.result.cycles.value() > 6000);
  const auto& account = std::get<machine::CycleAccount>(run.system.statistics().find("slice.dispatch.cycles")->value);
  CHECK(account.categories().rows[2].name == "waiting_for_raster");
  CHECK(account.cycles(2).value() > 5000);
}

TEST_CASE("an instruction with &req waits for the barrier that &wr set, one without goes on", "[spa][system]") {
  const std::uint64_t latency = 300;
  const Cycles unit{latency};
  const std::uint64_t alone = cycles_of("PIXLD.COVMASK R0;", unit);
  const std::uint64_t together = cycles_of("PIXLD.COVMASK R0 &wr2; PIXLD.MSCOUNT R5 &wr0;", unit);
  const std::uint64_t other_barrier = cycles_of("PIXLD.COVMASK R0 &wr2; PIXLD.MSCOUNT R5 &wr0 &req_2;", unit);
  const std::uint64_t ordered = cycles_of("PIXLD.COVMASK R0 &wr2; PIXLD.MSCOUNT R5 &wr0 &req_4;", unit);
  CHECK(together < alone + latency / 2);
  CHECK(other_barrier == together);
  CHECK(ordered > alone + latency);
}

TEST_CASE(
    "six PIXLD cost one, and for each more what the coverage unit takes: with own barriers, a shared one, or none",
    "[spa][system]") {
  const std::uint64_t each =
      machine::cycles_touched(
          machine::work_at_rate(functional::kQuadsPerWarp, machine::PixelCoverageParameters{}.subspans_per_cycle))
          .value();
  const Cycles latency{GENERATE(16u, 300u)};
  const auto cycles = [&](unsigned count, const std::string& barrier) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) {
      text += "PIXLD.COVMASK R" + std::to_string(i) + " " + barrier;
      if (barrier == "&wr") text += std::to_string(i);
      text += ";";
    }
    return cycles_of(text, latency);
  };
  const std::uint64_t one = cycles(1, "");
  for (const char* barrier : {"&wr", "&wr3", ""}) {
    CAPTURE(barrier, latency);
    for (const unsigned count : {2u, 6u}) CHECK(cycles(count, barrier) == one + (count - 1) * each);
  }
}

TEST_CASE("a waiter goes on when the count of a shared barrier is 0, not before", "[spa][system]") {
  const Cycles latency{300};
  const std::string waiter = "PIXLD.MSCOUNT R20 &req_";
  const auto six = [](bool shared) {
    std::string text;
    for (int i = 0; i < 6; ++i)
      text += "PIXLD.COVMASK R" + std::to_string(i) + " &wr" + std::to_string(shared ? 0 : i) + ";";
    return text;
  };
  const std::uint64_t alone = cycles_of("PIXLD.COVMASK R0;", latency);
  const std::uint64_t period = cycles_of("PIXLD.COVMASK R0 &wr0; PIXLD.MSCOUNT R5 &req_1;", latency) - alone;
  const std::uint64_t all = cycles_of(six(true), latency);
  CHECK(cycles_of(six(true) + waiter + "1;", latency) == all + period);
  CHECK(cycles_of(six(false) + waiter + "63;", latency) == all + period);
  CHECK(cycles_of(six(false) + waiter + "32;", latency) == all + period);  // the last one's
  CHECK(cycles_of(six(false) + waiter + "1;", latency) == alone + period);
  CHECK(cycles_of(six(true) + waiter + "62;", latency) < all + period / 2);  // barriers that nobody raised
}

TEST_CASE("a missing &req costs no cycle, is counted, and reads the value of instructions one after the other",
          "[spa][system]") {
  const Cycles latency{300};
  const std::string producer = "PIXLD.MSCOUNT R0 &wr0; PIXLD.MSCOUNT R0;";
  CHECK(cycles_of(producer + "PIXLD.COVERED R1, [R0-1];", latency) ==
        cycles_of(producer + "PIXLD.COVERED R1, [R9-1];", latency));
  const std::string text =
      "PIXLD.COVMASK R0; PIXLD.COVERED R1, P1, [R0-3]; @P1 TXQ R4, R1, TEX_HEADER_DIMENSION, 0, 0xf;"
      "@!P1 PIXLD.COVERED R4, [R1+1]; PIXLD.OFFSET R2, [R4+0] &req_63;";
  const functional::RasterScene chosen = scene(4);
  Warps untimed{text, &chosen};
  const functional::UntimedRun values = functional::run_untimed(untimed.workload);
  CHECK(values.hazards == 5 * untimed.warps->groups());
  Warps timed{text, &chosen};
  const TimedRun run{timed, one_eu()};
  require_equal(untimed, timed);
  CHECK(run.counter("slice.subslice[0].eu[0].hazards") == values.hazards);
}

TEST_CASE("a read barrier clears at issue, when the sources are read", "[spa][system]") {
  const Cycles unit{300};
  CHECK(cycles_of("PIXLD.COVERED R0, [R6+0] &rd1; PIXLD.MSCOUNT R5 &wr0 &req_2;", unit) ==
        cycles_of("PIXLD.COVERED R0, [R6+0] &rd1; PIXLD.MSCOUNT R5 &wr0;", unit));
}

TEST_CASE("issue and latency are the EU's and the unit's parameters", "[spa][system]") {
  const std::uint64_t at_100 = cycles_of("PIXLD.COVMASK R0;", Cycles{100});
  CHECK(cycles_of("PIXLD.COVMASK R0;", Cycles{101}) == at_100 + 1);
}

TEST_CASE("killed threads do not fetch with .NODEP, and fetch as helpers without", "[spa][system]") {
  const std::uint32_t killed = 0x0000'FFF3;
  for (const bool nodep : {false, true}) {
    Warps warps{std::string{"TXQ"} + (nodep ? ".NODEP" : "") + " R0, R6, TEX_HEADER_DIMENSION, 0, 0x1;", nullptr, 1,
                killed};
    const TimedRun run{warps, one_eu()};
    CHECK(run.counter("slice.subslice[0].sampler.front_end.pixels") == (nodep ? 18 : 32));
    CHECK(run.counter("slice.subslice[0].sampler.front_end.subspans") == (nodep ? 5 : 8));
    CHECK(warps.warps->warp(0).registers[0][0] == (nodep ? 0 : 64));
    CHECK(warps.warps->warp(0).registers[0][2] == 64);
  }
}

TEST_CASE("the scheduler's statistics hold the texture hashes of the warps", "[spa][system]") {
  Warps warps{
      "TXQ.T R0, RZ, TEX_HEADER_TEXTURE_TYPE, 0; TXQ.P R0, RZ, TEX_HEADER_TEXTURE_TYPE, 0;"
      "TXQ R0, RZ, TEX_HEADER_TEXTURE_TYPE, 0;"};
  const TimedRun run{warps, one_eu()};
  const auto& hashes =
      std::get<machine::Histogram>(run.system.statistics().find("slice.subslice[0].eu[0].texture_hash")->value);
  REQUIRE(hashes.buckets().size() == 3);
  CHECK(hashes.buckets()[0].low == 0);
  CHECK(hashes.buckets()[1].low == 1);
  CHECK(hashes.buckets()[2].low == 8);
  CHECK(run.counter("slice.subslice[0].eu[0].texture_hash_changes") == 2);
}

TEST_CASE("a scene that covers nothing has no warps and ends", "[spa][system]") {
  functional::RasterScene chosen = scene(1);
  chosen.state.viewport = {0, 0, 1, 1};
  Warps warps{"PIXLD.COVMASK R0;", &chosen};
  CHECK(warps.warps->groups() == 0);
  TimedRun run{warps, one_eu()};
  CHECK(run.counter("slice.raster.triangles") == 6);
}
