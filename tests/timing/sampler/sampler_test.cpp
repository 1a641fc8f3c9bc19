// The sampler between a mock EU and a mock memory: rates, latency, order, latency hiding.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "machine/blocks/block_facts.h"
#include "machine/stage/stage_state.h"
#include "timing/support/sampler_bench.h"
#include "timing/support/stage_latencies.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;
using functional::FilterClass;
using functional::FormatClass;

namespace {

/// Texels of a footprint whose 2x2 pixels straddle four lines of a Y tile.
std::vector<std::uint64_t> straddling() {
  return {0xFC, 0x2FC, 0x100, 0x300};
}

/// Texels per clock between two responses far from the ends of a run.
double steady_rate(const SamplerBench& bench, unsigned subspans) {
  const auto& answers = bench.eu.answers;
  const std::size_t first = answers.size() / 4;
  const std::size_t last = answers.size() - answers.size() / 8;
  const Cycles span = answers[last].answered - answers[first].answered;
  return 4.0 * subspans * static_cast<double>(last - first) / static_cast<double>(span.value());
}

}  // namespace

TEST_CASE("every row of the rate tables is reached from EU sends to register writes", "[sampler]") {
  struct Row {
    FilterClass filter;
    unsigned taps;
    FormatClass format;
    double kaby_lake;
    double skylake;
  };
  const Row row = GENERATE(Row{FilterClass::kPoint, 1, FormatClass::k32Bits, 4, 4},
                           Row{FilterClass::kPoint, 1, FormatClass::k64Bits, 4, 4},
                           Row{FilterClass::kPoint, 1, FormatClass::k128Bits, 4, 4},
                           Row{FilterClass::kBilinear, 1, FormatClass::k32Bits, 4, 4},
                           Row{FilterClass::kBilinear, 1, FormatClass::k64Bits, 4, 4},
                           Row{FilterClass::kBilinear, 1, FormatClass::k128Bits, 1, 1},
                           Row{FilterClass::kTrilinear, 1, FormatClass::k32Bits, 4, 2},
                           Row{FilterClass::kTrilinear, 1, FormatClass::k64Bits, 2, 1},
                           Row{FilterClass::kTrilinear, 1, FormatClass::k128Bits, 0.5, 0.5},
                           Row{FilterClass::kAnisotropic, 2, FormatClass::k32Bits, 1, 1},
                           Row{FilterClass::kAnisotropic, 4, FormatClass::k32Bits, 0.5, 0.5},
                           Row{FilterClass::kAnisotropic, 8, FormatClass::k32Bits, 0.25, 0.25},
                           Row{FilterClass::kAnisotropic, 16, FormatClass::k32Bits, 0.125, 0.125});
  const auto& preset = machine::kFilterRatePresets[GENERATE(0u, 1u)];
  const unsigned subspans = GENERATE(2u, 4u);
  CAPTURE(static_cast<int>(row.filter), row.taps, static_cast<int>(row.format), preset.name, subspans);
  machine::SamplerParameters parameters;
  parameters.filter.rates = preset.value;
  SamplerBench bench{parameters};
  const unsigned levels = row.filter == FilterClass::kTrilinear || row.filter == FilterClass::kAnisotropic ? 2 : 1;
  bench.plan = {.subspans = subspans,
                .footprints = levels * row.taps,
                .filter = row.filter,
                .format = row.format,
                .texels = straddling};
  bench.eu.start(160, Cycles{}, subspans);
  bench.simulation.run();
  const double expected = preset.name == "kaby_lake" ? row.kaby_lake : row.skylake;
  CHECK(machine::published_rate(preset.value, row.filter, row.format, row.taps) == expected);
  CHECK(steady_rate(bench, subspans) == Approx(expected).epsilon(0.01));
}

TEST_CASE("an idle sampler answers after the sum of its stages' latencies and the serialisation", "[sampler]") {
  const unsigned subspans = GENERATE(2u, 4u);
  const FormatClass format = GENERATE(FormatClass::k32Bits, FormatClass::k128Bits);
  SamplerBench bench;
  bench.plan = {.subspans = subspans, .format = format};
  bench.eu.start(1, Cycles{});  // brings the line
  sc_core::sc_start(bench.simulation.clock.span(Cycles{1000}));
  REQUIRE(bench.eu.answers.size() == 1);
  const unsigned registers = 5;
  bench.eu.start(1, bench.simulation.clock.now() + Cycles{7}, registers);
  bench.simulation.run();
  REQUIRE(bench.eu.answers.size() == 2);
  const Cycles stages = stage_latencies(bench.parameters);
  const std::uint64_t beats_in = 3;          // 5 registers of 32 bytes at 64 bytes per cycle
  const std::uint64_t beats_out = subspans;  // 2 registers per subspan at 64 bytes per cycle
  const std::uint64_t interval = format == FormatClass::k32Bits ? 1 : 4;
  const Cycles serialisation{(beats_in - 1) + (subspans * interval - 1) + (beats_out - 1)};
  CHECK(bench.eu.answers[1].answered - bench.eu.answers[1].sent == stages + serialisation);
}

TEST_CASE("a footprint leaves a stage its latency after the last cycle of its own service", "[sampler]") {
  // Sixteen lines in sixteen banks: at one lookup per cycle the last one starts fifteen cycles after the first.
  const auto latency_with = [](std::uint32_t lookups_per_cycle) {
    machine::SamplerParameters parameters;
    parameters.l1.lookups_per_cycle = lookups_per_cycle;
    parameters.l1.banks = 64;
    SamplerBench bench{parameters};
    bench.plan = {.subspans = 1, .texels = [] {
                    std::vector<std::uint64_t> lines;
                    for (std::uint64_t line = 0; line < 16; ++line) lines.push_back(64 * line);
                    return lines;
                  }};
    bench.eu.start(1, Cycles{});  // brings the lines
    sc_core::sc_start(bench.simulation.clock.span(Cycles{1000}));
    bench.eu.start(1, bench.simulation.clock.now());
    bench.simulation.run();
    return bench.eu.answers.at(1).answered - bench.eu.answers.at(1).sent;
  };
  CHECK(latency_with(1) == latency_with(16) + Cycles{15});
  CHECK(latency_with(4) == latency_with(16) + Cycles{3});
}

TEST_CASE("a stage that is full of footprints in its own latency says so", "[sampler]") {
  machine::SamplerParameters parameters;
  parameters.filter.slots = 1;
  parameters.filter.latency = Cycles{30};
  SamplerBench bench{parameters};
  bench.eu.start(50, Cycles{});
  bench.simulation.run();
  const auto filter = std::get<machine::CycleAccount>(bench.simulation.statistics.find("sampler.filter.cycles")->value);
  CHECK(filter.cycles_in(machine::StageState::kBusy) == Cycles{200});
  CHECK(filter.cycles_in(machine::StageState::kLatency) == Cycles{200 * 29});
  CHECK(filter.cycles_in(machine::StageState::kBlocked) == Cycles{});
}

TEST_CASE("footprints of half a cycle are half a busy cycle each", "[sampler]") {
  SamplerBench bench;
  bench.plan = {.footprints = 2, .filter = FilterClass::kTrilinear};  // 4 texels per clock: two footprints per cycle
  bench.eu.start(1, Cycles{});
  const Cycles end = bench.simulation.run();
  const auto filter = std::get<machine::CycleAccount>(bench.simulation.statistics.find("sampler.filter.cycles")->value);
  CHECK(filter.cycles_in(machine::StageState::kBusy) == Cycles{4});
  CHECK(filter.total() == end);
  const auto generator =
      std::get<machine::CycleAccount>(bench.simulation.statistics.find("sampler.address_generator.cycles")->value);
  CHECK(generator.cycles_in(machine::StageState::kBusy) == Cycles{4});
}

TEST_CASE("with ample MSHRs a latency FIFO of Q slots sustains min(1, Q / latency) of the zero-latency rate",
          "[sampler]") {
  const std::uint32_t slots = GENERATE(8u, 50u, 100u, 150u, 200u, 300u);
  const std::uint64_t latency = 200;
  machine::SamplerParameters parameters;
  parameters.latency_fifo.slots = slots;
  parameters.l1.mshrs = 1024;
  parameters.l2.enabled = false;
  SamplerBench bench{parameters};
  bench.memory.latency = [=] { return Cycles{latency}; };
  std::uint64_t line = 0;
  bench.plan = {.texels = [&line] { return std::vector<std::uint64_t>{64 * line++}; }};
  bench.eu.start(400, Cycles{});
  bench.simulation.run();
  const double zero_latency_rate = 4.0;                                    // one footprint per cycle, one miss each
  const std::uint64_t held = latency + parameters.l1.tag_latency.value();  // a miss is known when its tag has been read
  const double covered = std::min(1.0, static_cast<double>(slots) / static_cast<double>(held));
  CAPTURE(slots);
  CHECK(steady_rate(bench, 4) == Approx(covered * zero_latency_rate).epsilon(0.02));
  if (slots >= held) CHECK(steady_rate(bench, 4) >= 0.97 * zero_latency_rate);
}

TEST_CASE("responses come in the order of the messages, also of those that need no footprint", "[sampler]") {
  SamplerBench bench;
  std::mt19937 random{7};
  unsigned asked = 0;
  bench.memory.latency = [&] { return Cycles{1 + random() % 300}; };
  bench.eu.hold = [&] { return Cycles{random() % 5}; };
  bench.plan.texels = [&] {
    // every third footprint lies anywhere, the others near it
    return std::vector<std::uint64_t>{++asked % 3 == 0 ? 64 * (random() % 4096) : 64 * (asked % 32)};
  };
  for (unsigned round = 0; round < 60; ++round) {
    bench.plan.subspans = round % 4;  // 0: a query
    bench.plan.footprints = round % 5 == 4 ? 0 : 1 + round % 3;
    bench.eu.start(4, bench.simulation.clock.now() + Cycles{random() % 40});
    sc_core::sc_start(bench.simulation.clock.span(Cycles{60}));
    while (bench.eu.remaining > 0) sc_core::sc_start(bench.simulation.clock.span(Cycles{60}));
  }
  bench.simulation.run();
  REQUIRE(bench.eu.answers.size() == 240);
  for (std::size_t i = 0; i < bench.eu.answers.size(); ++i) CHECK(bench.eu.answers[i].id == i);
  CHECK(bench.simulation.sampler_works.in_use() == 0);
  CHECK(bench.simulation.footprints.in_use() == 0);
  CHECK(bench.simulation.messages.in_use() == 0);
}

TEST_CASE("every lookup is a hit, a merge or a miss; every miss is one fill", "[sampler][cache]") {
  machine::SamplerParameters parameters;
  parameters.l1.size = ByteSize{1024};
  parameters.l1.mshrs = GENERATE(1u, 3u, 64u);
  parameters.l2.enabled = GENERATE(false, true);
  parameters.l1.enabled = GENERATE(true, false);
  SamplerBench bench{parameters};
  std::mt19937 random{3};
  bench.memory.latency = [&] { return Cycles{1 + random() % 100}; };
  bench.plan.texels = [&] {
    std::vector<std::uint64_t> texels(16);
    for (auto& texel : texels) texel = 4 * (random() % 2048);
    return texels;
  };
  bench.eu.start(60, Cycles{});
  bench.simulation.run();
  CHECK(bench.eu.answers.size() == 60);
  const auto value = [&](const char* path) { return bench.counter(path).value(); };
  CHECK(value("sampler.l1.lookups") ==
        value("sampler.l1.hits") + value("sampler.l1.merges") + value("sampler.l1.misses"));
  if (!parameters.l1.enabled) CHECK(value("sampler.l1.hits") == 0);
  CHECK(value("sampler.l1.misses") == value("sampler.l1.fills_requested"));
  CHECK(value("sampler.l1.fills") == value("sampler.l1.fills_requested"));
  CHECK(value("sampler.l1.texels") == 60 * 4 * 16);
  CHECK(value("sampler.l1.texels") == value("sampler.front_end.texels"));
  if (parameters.l2.enabled) {
    CHECK(value("sampler.l2.reads") == value("sampler.l1.fills"));
    CHECK(value("sampler.l2.reads") ==
          value("sampler.l2.hits") + value("sampler.l2.merges") + value("sampler.l2.misses"));
    CHECK(value("sampler.l2.fills") == bench.memory.requests);
  } else {
    CHECK(value("sampler.l1.fills") == bench.memory.requests);
  }
}

TEST_CASE("a sampler without an L1 fetches a line for every footprint that finds it not on its way",
          "[sampler][cache]") {
  machine::SamplerParameters parameters;
  parameters.l1.enabled = false;
  parameters.l1.size = ByteSize{100};  // no number of sets: of no meaning here
  parameters.l2.enabled = GENERATE(false, true);
  SamplerBench bench{parameters};  // four subspans a message, all of one line
  bench.eu.start(1, Cycles{});
  sc_core::sc_start(bench.simulation.clock.span(Cycles{1000}));
  bench.eu.start(2, bench.simulation.clock.now() + Cycles{7});
  bench.simulation.run();
  CHECK(bench.eu.answers.size() == 3);
  const auto value = [&](const char* path) { return bench.counter(path).value(); };
  CHECK(value("sampler.l1.lookups") == 12);
  CHECK(value("sampler.l1.hits") == 0);
  CHECK(value("sampler.l1.misses") + value("sampler.l1.merges") == 12);
  CHECK(value("sampler.l1.fills") == value("sampler.l1.misses"));
  if (parameters.l2.enabled) {
    CHECK(value("sampler.l2.reads") == value("sampler.l1.misses"));
    CHECK(value("sampler.l2.hits") == value("sampler.l2.reads") - 1);
    CHECK(bench.memory.requests == 1);
  } else {
    // Messages that follow each other within the latency share one fetch.
    CHECK(value("sampler.l1.misses") == 2);
    CHECK(bench.memory.requests == 2);
  }
}

TEST_CASE("the reason of a lost cycle is charged to the stage that lost it", "[sampler]") {
  machine::SamplerParameters parameters;
  parameters.l2.enabled = false;
  parameters.l1.mshrs = 1;
  parameters.l1.lookups_per_cycle = 8;
  SamplerBench bench{parameters};
  std::uint64_t line = 0;
  bench.plan.texels = [&line] { return std::vector<std::uint64_t>{64 * line++}; };
  bench.eu.start(50, Cycles{});
  const Cycles end = bench.simulation.run();
  const auto account = [&](const char* path) {
    return std::get<machine::CycleAccount>(bench.simulation.statistics.find(path)->value);
  };
  const auto tags = account("sampler.l1.cycles");
  CHECK(tags.total() == end);
  CHECK(tags.cycles_in(machine::StageState::kBusy) == Cycles{200 / 8});  // one lookup each
  CHECK(tags.cycles_in(machine::StageState::kMiss) >= Cycles{199 * 99});
  const auto filter = account("sampler.filter.cycles");
  CHECK(filter.cycles_in(machine::StageState::kBusy) == Cycles{200});
  CHECK(filter.cycles_in(machine::StageState::kStarved) >= Cycles{199 * 99});
  CHECK(filter.cycles_in(machine::StageState::kBlocked) == Cycles{});
}

TEST_CASE("a message without footprints passes every stage and counts as no footprint in any", "[sampler]") {
  SamplerBench bench;
  bench.plan.footprints = 0;
  bench.eu.start(3, Cycles{1});
  bench.simulation.run();
  CHECK(bench.eu.answers.size() == 3);
  for (const machine::StageFacts& stage : machine::kSamplerStages) {
    if (stage.kind == machine::BlockKind::kWriteback) continue;  // it counts messages alone
    INFO(stage.name);
    CHECK(bench.counter(("sampler." + std::string{stage.name} + ".footprints").c_str()).value() == 0);
  }
}
