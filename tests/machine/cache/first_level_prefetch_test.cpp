#include "machine/cache/first_level_prefetch.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

namespace {

struct Bench {
  StatisticsRegistry statistics;
  TextureCacheParameters cache{.line = 64_B, .mshrs = 4, .prefetch = Prefetch::kNextLine, .prefetch_degree = 2};
  FirstLevelPrefetch prefetch{cache, prefetch_statistics(cache, statistics.group("l1"))};
  TagArray tags{CacheGeometry{.sets = 4, .ways = 4}};

  std::vector<LineKey> wanted(LineKey key, LineLookup result) {
    std::vector<LineKey> keys;
    prefetch.see(tags, key, result, [&keys](LineKey want) { keys.push_back(want); });
    return keys;
  }
};

}  // namespace

TEST_CASE("the first level's prefetcher wants lines of the miss's own kind and page", "[cache]") {
  Bench bench;
  REQUIRE(bench.prefetch);
  const auto decoded = [](std::uint64_t line) { return LineKey{AddressSpace::kDecoded, line}; };
  CHECK(bench.wanted(decoded(7), LineLookup::kMiss) == std::vector{decoded(8), decoded(9)});
  CHECK(bench.wanted(decoded(62), LineLookup::kMiss) == std::vector{decoded(63)});  // 64 lines of 64 bytes a page
  CHECK(bench.wanted(decoded(7), LineLookup::kHit).empty());
}

TEST_CASE("the first use of a prefetched line is seen once", "[cache]") {
  Bench bench;
  const LineKey line{AddressSpace::kStored, 5};
  bench.tags.set_prefetched(bench.tags.allocate(line)->place);
  CHECK(bench.prefetch.see(bench.tags, line, LineLookup::kMerge, [](LineKey) {}));
  CHECK_FALSE(bench.prefetch.see(bench.tags, line, LineLookup::kHit, [](LineKey) {}));
}

TEST_CASE("a prefetch leaves the first level's last miss register to misses", "[cache]") {
  const Bench bench;
  CHECK(bench.prefetch.may_take(2));
  CHECK_FALSE(bench.prefetch.may_take(3));
}

TEST_CASE("a machine without L1, or with nothing to prefetch, has no prefetcher", "[cache]") {
  for (const TextureCacheParameters& cache :
       {TextureCacheParameters{.enabled = false, .prefetch = Prefetch::kNextLine}, TextureCacheParameters{}}) {
    StatisticsRegistry statistics;
    CHECK_FALSE(FirstLevelPrefetch{cache, prefetch_statistics(cache, statistics.group("l1"))});
  }
}
