#include "machine/cache/line_waits.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

constexpr CachePlaces kL3 = places_of(BlockKind::kL3);

struct Bench {
  explicit Bench(const LineLevels& levels = {}) : waits{registry.group("l1"), levels, "places"} {}

  std::uint64_t cycles(std::string_view category) const {
    const auto& account = std::get<CycleAccount>(registry.find("l1.line_wait_cycles")->value);
    return account.cycles(account.categories().find(category)->value).value();
  }
  bool has(std::string_view category) const {
    const auto& account = std::get<CycleAccount>(registry.find("l1.line_wait_cycles")->value);
    return account.categories().find(category) != nullptr;
  }

  StatisticsRegistry registry;
  LineWaits waits;
};

LinePath path_of(std::initializer_list<std::pair<LinePlace, std::uint64_t>> steps) {
  LinePath path;
  for (const auto& [place, until] : steps) path.add(place, Cycles{until});
  return path;
}

}  // namespace

TEST_CASE("a wait goes to the places where the line was, cycle by cycle, and the rest of the run to none",
          "[line_waits]") {
  Bench bench;
  bench.waits.wait(Cycles{20}, Cycles{100},
                   path_of({{LinePlace::kL1, 10}, {kL3.banks, 30}, {LinePlace::kMemory, 90}, {kL3.port(), 100}}));
  bench.waits.wait(Cycles{110}, Cycles{115}, LinePlace::kRegisters);
  bench.waits.count_known(Cycles{200});
  CHECK(bench.cycles("l1") == 0);  // that was before the wait
  CHECK(bench.cycles("l3_banks") == 10);
  CHECK(bench.cycles("memory") == 60);
  CHECK(bench.cycles("l3_port") == 10);
  CHECK(bench.cycles("registers") == 5);
  CHECK(bench.cycles("idle") == 115);
  bench.registry.close_accounts(Cycles{200});  // throws unless the categories sum to the run's cycles
}

TEST_CASE("a line that others asked for before is where it is from the later request on", "[line_waits]") {
  const LinePath memory = path_of({{places_of(BlockKind::kLlc).latency(), 20}, {LinePlace::kMemory, 80}});
  LinePath path = path_of({{LinePlace::kL1, 50}, {kL3.banks, 55}});
  path.add(memory);
  path.add(kL3.latency(), Cycles{84});
  Bench bench;
  bench.waits.wait(Cycles{40}, Cycles{84}, path);
  bench.waits.count_known(Cycles{84});
  CHECK(bench.cycles("l1") == 10);
  CHECK(bench.cycles("l3_banks") == 5);
  CHECK(bench.cycles("llc") == 0);
  CHECK(bench.cycles("memory") == 25);
  CHECK(bench.cycles("l3") == 4);
}

TEST_CASE("an account of waiting for lines has the levels that the machine has", "[line_waits]") {
  const Bench bench{
      {.l1 = false, .tlb = true, .crossbar = false, .caches = CacheSet{}.set(cache_number(BlockKind::kL3))}};
  CHECK_FALSE(bench.has("l1"));
  CHECK_FALSE(bench.has("l2"));
  CHECK_FALSE(bench.has("llc_port"));
  CHECK_FALSE(bench.has("crossbar"));
  CHECK(bench.has("tlb"));
  CHECK(bench.has("l3_port"));
  CHECK(bench.has("idle"));
}

TEST_CASE("waiting for a crossbar has a place of its own where there is one, and is the port's elsewhere",
          "[line_waits]") {
  const LinePath path =
      path_of({{LinePlace::kCrossbar, 20}, {kL3.banks, 30}, {LinePlace::kCrossbar, 70}, {kL3.port(), 80}});
  Bench bench;
  bench.waits.wait(Cycles{10}, Cycles{80}, path);
  bench.waits.count_known(Cycles{80});
  CHECK(bench.cycles("crossbar") == 50);
  CHECK(bench.cycles("l3_banks") == 10);
  CHECK(bench.cycles("l3_port") == 10);
  Bench without{{.crossbar = false}};
  without.waits.wait(Cycles{10}, Cycles{80}, path);
  without.waits.count_known(Cycles{80});
  CHECK_FALSE(without.has("crossbar"));
  CHECK(without.cycles("l3_port") == 60);
}
