#include "machine/graph/remedies.h"

#include <catch2/catch.hpp>
#include <string_view>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

/// Whether less of a parameter is better, by its name alone.
bool is_delay(std::string_view path) {
  for (const char* name : {"latency", "interval", "bank_cycle", "row_miss"})
    if (path.ends_with(name)) return true;
  return false;
}

}  // namespace

TEST_CASE("relaxing moves latencies and intervals down and rates and capacities up", "[machine]") {
  MachineParameters machine;
  machine.slice.subslice.resize(1);
  machine.llc.enabled = true;
  machine.slice.tlb.enabled = true;
  unsigned delays = 0, capacities = 0;
  for (const RelaxedParameter& one : relaxed_parameters(machine)) {
    if (one.path.empty() || one.value == 0) continue;
    CAPTURE(one.path, one.value, one.relaxed);
    if (is_delay(one.path)) {
      CHECK(one.relaxed <= one.value);
      delays += one.relaxed < one.value;
    } else {
      CHECK(one.relaxed >= one.value);
      capacities += one.relaxed > one.value;
    }
    CHECK(one.factor >= 1);
  }
  CHECK(delays > 25);
  CHECK(capacities > 50);
}

TEST_CASE("of the parameters that are farthest from their defaults a run follows twice as good as well", "[machine]") {
  MachineParameters machine;
  machine.slice.subslice.resize(1);
  const auto of = [&](std::string_view path) {
    for (const RelaxedParameter& one : relaxed_parameters(machine))
      if (one.path == path) return one;
    return RelaxedParameter{};
  };
  CHECK(of("slice.subslice.sampler.l1.mshrs").twice == 0);
  machine.slice.subslice[0].sampler.l1.mshrs = 1;
  machine.slice.l3.hit_latency = Cycles{1000};
  machine.memory.banks = 1;
  machine.slice.subslice[0].sampler.l1.size = ByteSize{256};
  CHECK(of("slice.subslice.sampler.l1.mshrs").twice == 2);
  CHECK(of("slice.l3.hit_latency").twice == 500);
  CHECK(of("memory.banks").twice == 0);  // banks and sizes are followed in another way
  CHECK(of("slice.subslice.sampler.l1.size").twice == 0);
  const Relaxations relaxations = relaxations_of(machine);
  CHECK(relaxations.twice(Cause::kL1Mshrs) != Cause::kNone);
  CHECK(relaxations.twice(Cause::kL3HitLatency) != Cause::kNone);
  CHECK(relaxations.twice(Cause::kL1Mshrs) != relaxations.twice(Cause::kL3HitLatency));
  CHECK(relaxations.twice(Cause::kMemoryBanks) == Cause::kNone);
}
