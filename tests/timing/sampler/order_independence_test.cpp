// Results must not depend on the order in which modules are built, and so in which processes run.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <sstream>

#include "timing/cache/line_cache.h"
#include "timing/memory/memory.h"
#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

constexpr unsigned kSamplers = 3;

std::string text_of(const machine::StatisticsRegistry& registry) {
  std::ostringstream text;
  for (const auto& [path, group] : registry.groups()) {
    for (const auto& statistic : group.statistics()) {
      text << path << "." << statistic->name;
      if (const auto* counter = std::get_if<machine::Counter>(&statistic->value)) text << " " << counter->value();
      if (const auto* account = std::get_if<machine::CycleAccount>(&statistic->value)) {
        for (std::uint32_t i = 0; i < account->categories().rows.size(); ++i) text << " " << account->cycles(i).value();
      }
      if (const auto* histogram = std::get_if<machine::Histogram>(&statistic->value)) {
        for (const auto& bucket : histogram->buckets()) text << " " << bucket.low << ":" << bucket.weight;
      }
      text << "\n";
    }
  }
  return text.str();
}

/// Three samplers on one small L3, built in the order that `order` gives: 0 to 2 samplers, 3 to 5 EUs, 6 L3, 7 memory.
/// @param phases  a checker listens between neighbours; without one stages of a sampler call each other
std::string run(const std::array<unsigned, 8>& order, std::uint64_t shuffle_seed, bool phases) {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{
      SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = phases, .shuffle_seed = shuffle_seed}};
  functional::GpuMemory bytes;
  machine::SamplerParameters parameters;
  parameters.l1.size = ByteSize{2048};
  parameters.l1.mshrs = 4;
  parameters.l2.cache.size = ByteSize{4096};
  parameters.l2.cache.mshrs = 3;
  machine::LineCacheParameters l3{.size = ByteSize{16 * 1024}, .ways = 4, .banks = 2, .mshrs = 4, .queue = 3};
  std::array<std::unique_ptr<Sampler>, kSamplers> samplers;
  std::array<std::unique_ptr<MockEu>, kSamplers> eus;
  std::array<std::mt19937, kSamplers> random;
  std::array<Plan, kSamplers> plans;
  std::unique_ptr<LineCache> cache;
  std::unique_ptr<Memory> memory;
  for (const unsigned part : order) {
    const std::string index = "[" + std::to_string(part % 3) + "]";
    if (part < 3) {
      random[part].seed(part);
      plans[part] = {
          .subspans = 4, .footprints = 2, .filter = functional::FilterClass::kTrilinear, .texels = [&, part] {
            std::vector<std::uint64_t> texels(8);
            const std::uint64_t base = 64 * (random[part]() % 512);
            for (auto& texel : texels) texel = base + 4 * (random[part]() % 64);
            return texels;
          }};
      samplers[part] = std::make_unique<Sampler>(
          ("sampler" + index).c_str(), simulation, parameters, bytes,
          SamplerSemantics{
              [&plans, part](const functional::Message&, const functional::PlanRequest& wanted,
                             functional::SamplerOutcome& outcome) { outcome = outcome_of(plans[part], wanted.lines); },
              {}});
    } else if (part < 6) {
      eus[part - 3] = std::make_unique<MockEu>(("eu" + index).c_str(), simulation);
    } else if (part == 6) {
      cache = std::make_unique<LineCache>("l3", simulation, l3, LineCachePlace{{kSamplers}, bytes, "shared"});
    } else {
      memory = std::make_unique<Memory>("memory", simulation, machine::MemoryParameters{.queue = 4}, bytes);
    }
  }
  connect(simulation, cache->memory_port().socket, memory->socket());
  for (unsigned i = 0; i < kSamplers; ++i) {
    connect(simulation, eus[i]->socket, samplers[i]->messages());
    connect(simulation, samplers[i]->fills(), cache->requester(i));
    eus[i]->start(80, Cycles{});
  }
  const Cycles end = simulation.run();
  return std::to_string(end.value()) + "\n" + text_of(simulation.statistics);
}

}  // namespace

TEST_CASE("times and statistics are the same whatever the order of construction and of processes, checked or not",
          "[sampler]") {
  std::array<unsigned, 8> order{0, 1, 2, 3, 4, 5, 6, 7};
  const std::string expected = run(order, 0, true);
  CHECK(run(order, 0, false) == expected);
  std::mt19937 random{5};
  for (int round = 0; round < 6; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    CHECK(run(order, 100 + static_cast<std::uint64_t>(round), round % 2 == 0) == expected);
  }
}
