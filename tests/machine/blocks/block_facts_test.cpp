// Rows of stages and caches against the parameters of a machine.
#include "machine/blocks/block_facts.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "machine/graph/line_caches.h"
#include "machine/graph/machine_graph.h"

using namespace texpipe::machine;

namespace {

/// A machine with every cache of lines.
MachineParameters with_all_caches() {
  MachineParameters machine;
  for (SubsliceParameters& subslice : machine.slice.subslice) subslice.sampler.l2.enabled = true;
  machine.slice.shared_l2.enabled = machine.llc.enabled = true;
  return machine;
}

}  // namespace

TEST_CASE("the caches of a machine are visited in the order of their rows, none is left out", "[machine][blocks]") {
  const MachineParameters machine;
  std::vector<BlockKind> visited, rows;
  const auto note = [&](BlockKind kind, bool, const LineCacheParameters&) { visited.push_back(kind); };
  for_each_own_cache(machine.slice.subslice[0].sampler, note);
  for_each_shared_cache(machine, note);
  for (const CacheFacts& cache : kLineCaches) rows.push_back(cache.kind);
  CHECK(visited == rows);
}

TEST_CASE("the stages of a sampler are visited in the order of their rows, none is left out", "[machine][blocks]") {
  const SamplerParameters sampler;
  std::vector<BlockKind> visited, rows;
  for_each_stage(sampler, [&](BlockKind kind, const auto&) { visited.push_back(kind); });
  for (const StageFacts& stage : kSamplerStages) rows.push_back(stage.kind);
  CHECK(visited == rows);
}

TEST_CASE("caches that only samplers use stand before L3, what others write to at L3 or behind it",
          "[machine][blocks]") {
  for (const CacheFacts& cache : kLineCaches) {
    INFO(cache.path);
    CHECK((cache.use == CacheUse::kAll) == (cache_number(cache.kind) >= cache_number(BlockKind::kL3)));
    CHECK((cache.use == CacheUse::kOneSampler) == cache.path.starts_with("slice.subslice.sampler."));
  }
}

TEST_CASE("caches in slices stand before those behind the slices, which serve samplers and data ports",
          "[machine][blocks]") {
  const auto in_slice = [](const CacheFacts& cache) { return cache.in_slice(); };
  CHECK(std::is_partitioned(kLineCaches.begin(), kLineCaches.end(), in_slice));
  for (const CacheFacts& cache : kLineCaches) {
    INFO(cache.path);
    CHECK((cache.in_slice() || cache.use == CacheUse::kAll));
  }
}

TEST_CASE("every cache of lines that is enabled is a block of the graph at the path of its row", "[machine][blocks]") {
  const MachineParameters machine = with_all_caches();
  const MachineGraph graph = graph_of(machine);
  std::vector<LineCacheOf> caches = own_caches(machine.slice.subslice[0].sampler);
  for (const LineCacheOf& cache : shared_caches(machine)) caches.push_back(cache);
  for (const LineCacheOf& cache : caches) {
    std::string path{cache.facts.path};
    if (const std::size_t at = path.find("subslice."); at != std::string::npos) path.insert(at + 8, "[0]");
    INFO(path);
    std::size_t found = 0;
    for (const GraphBlock& block : graph.blocks())
      if (block.path == path && block.kind == cache.facts.kind) ++found;
    CHECK(found == 1);
    CHECK(&cache_parameters(machine, cache.facts.kind, 0) == &cache.parameters);
  }
}
