#include "rtl_cosim/scoreboard/cache_cosim.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "rtl_cosim/scoreboard/cache_trace.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;

namespace {

CacheCosimResult run(CacheStimulusParameters stimulus, TextureCacheVariant rtl = TextureCacheVariant::kRepository) {
  return run_cache_cosim({stimulus, rtl});
}

std::string text_of(const CacheCosimResult& result) {
  return result.first ? result.first->what + "\n" + result.first->details : "";
}

}  // namespace

TEST_CASE("the RTL texture cache agrees with the model in every cycle and covers its bins", "[rtl]") {
  const std::uint64_t seed = GENERATE(1u, 2u, 3u);
  const CacheCosimResult result = run({.seed = seed, .requests = 12'000, .latency = 150, .reset_every = 4000});
  INFO(text_of(result));
  CHECK(result.mismatches == 0);
  CHECK(result.compared + result.dropped == 12'000);
  for (const std::string& missed : result.bins.missed()) FAIL_CHECK("missed " << missed);
}

TEST_CASE("the RTL texture cache agrees with the model at the ends of back-pressure", "[rtl]") {
  const auto [offered, ready, asked, latency] = GENERATE(table<unsigned, unsigned, unsigned, unsigned>(
      {{100, 100, 100, 1}, {100, 100, 100, 900}, {100, 10, 100, 20}, {100, 100, 5, 50}, {10, 100, 100, 50}}));
  const CacheCosimResult result = run({.seed = 4,
                                       .requests = 1500,
                                       .latency = latency,
                                       .offered_percent = offered,
                                       .ready_percent = ready,
                                       .asked_percent = asked,
                                       .reset_every = 0});
  INFO(text_of(result));
  CHECK(result.mismatches == 0);
  CHECK(result.compared == 1500);
}

TEST_CASE("every footprint in flight may put the same line back into the RTL texture cache", "[rtl]") {
  // Five lines in turn in a set of four ways evict each other: up to 32 footprints take it from its place.
  const CacheCosimResult result = run({.seed = 5,
                                       .requests = 1000,
                                       .patterns = {CachePattern::kThrashing},
                                       .latency = 600,
                                       .offered_percent = 100,
                                       .ready_percent = 100,
                                       .asked_percent = 100,
                                       .reset_every = 0});
  INFO(text_of(result));
  CHECK(result.mismatches == 0);
  CHECK(result.compared == 1000);
}

TEST_CASE("a footprint whose lines are there takes both latencies of the RTL texture cache", "[rtl]") {
  const CacheStimulus stimulus{{.seed = 3,
                                .requests = 64,
                                .patterns = {CachePattern::kRepeated},
                                .latency = 1,
                                .offered_percent = 100,
                                .ready_percent = 100,
                                .asked_percent = 100}};
  CoverBins bins;
  const CacheTrace trace = CacheRtlBench{stimulus, TextureCacheVariant::kRepository, bins}.run({}, 10'000);
  REQUIRE(trace.passages.size() == 64);
  const CacheTrace::Passage& last = trace.passages.back();
  CHECK(last.moved == last.looked_up + verilated_texture_cache::kTagLatency);
  CHECK(last.taken == last.read + verilated_texture_cache::kDataLatency);
}

TEST_CASE("a planted bug of the replacement is caught, and a few footprints show it", "[rtl]") {
  const CacheCosimParameters planted{{.requests = 3000, .reset_every = 2000}, TextureCacheVariant::kFifoReplacement};
  const CacheCosimResult result = run_cache_cosim(planted);
  REQUIRE(result.first);
  CHECK(result.mismatches > 0);
  const CacheCosimParameters shortest = shrink(planted);
  CHECK(shortest.stimulus.only.size() <= 8);
  CHECK(shortest.stimulus.reset_every == 0);
  const CacheCosimResult again = run_cache_cosim(shortest);
  REQUIRE(again.first);
  CHECK_THAT(again.first->what, Contains("model") && Contains("RTL"));
  CHECK_THAT(again.first->details, Contains("set ") && Contains("way ") && Contains("registers taken"));
}

TEST_CASE("memory behind a cache holds something else after each reset, and a line of before is told as such",
          "[rtl]") {
  CHECK(CacheStimulus::line(5, 0) != CacheStimulus::line(5, 1));
  CHECK(CacheStimulus::line(5, 1) != CacheStimulus::line(6, 1));
  const std::vector<std::uint64_t> keys{5, 6};
  CHECK_THAT(wrong_line_text(1, keys, 3, CacheStimulus::line(6, 2)),
             Contains("line 1 (key 0x6), byte 0: ") && Contains("its bytes before reset 3"));
  CHECK_THAT(wrong_line_text(1, keys, 3, CacheStimulus::line(5, 3)), Contains("the bytes of line 0"));
  CacheLineWords one_bit = CacheStimulus::line(6, 3);
  one_bit[4] ^= 0x100;
  CHECK_THAT(wrong_line_text(1, keys, 3, one_bit), Contains("line 1 (key 0x6), byte 17: 0x"));
}

TEST_CASE("a stimulus of the texture cache is the same whatever else is driven", "[rtl]") {
  const CacheStimulus all{{.seed = 9, .requests = 100}};
  const CacheStimulus some{{.seed = 9, .requests = 100, .only = {70, 3}, .latency = 7, .ready_percent = 1}};
  CHECK(some.count() == 2);
  CHECK(some.keys(some.number(0)) == all.keys(70));
  for (std::uint64_t number = 0; number < 100; ++number) {
    std::vector<std::uint64_t> keys = all.keys(number);
    std::sort(keys.begin(), keys.end());
    CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
  }
}
