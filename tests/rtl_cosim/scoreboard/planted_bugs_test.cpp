// Bugs of a cache of somebody else's that the bench must tell without being asked for more than its kind.
#include <catch2/catch.hpp>
#include <string>

#include "rtl_cosim/planted/planted_cache.h"
#include "rtl_cosim/scoreboard/free_cosim.h"
#include "rtl_cosim/scoreboard/own_cache_block.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;
using texpipe::test::CacheBug;

namespace {

OwnCacheBlock block(CacheBug bug) {
  return {[bug](std::uint64_t seed) { return texpipe::test::planted_cache(bug, seed); }, {}};
}

FreeCosimResult run(CacheBug bug, std::uint32_t requests = 2000) {
  return run_free_cosim(block(bug), {.stream = {.requests = requests}});
}

}  // namespace

TEST_CASE("a cache without a bug agrees over resets and pauses, whatever its registers held before the first reset",
          "[rtl][own]") {
  const std::uint64_t seed = GENERATE(1u, 2u, 3u, 4u);
  const FreeCosimResult result = run_free_cosim(block(CacheBug::kNone), {.stream = {.seed = seed, .requests = 2000}});
  INFO((result.stream.first ? result.stream.first->what + "\n" + result.stream.first->details : ""));
  CHECK(result.stream.mismatches == 0);
  CHECK(result.stream.dropped > 0);
  CHECK(result.stream.compared + result.stream.dropped == 2000);
  CHECK(result.stream.bins.hits().at("reset with requests in flight") > 0);
  CHECK(result.stream.bins.hits().at("handshake: nothing is offered and nothing in flight") > 0);
}

TEST_CASE("each bug that is planted into a cache is told by what it does", "[rtl][own]") {
  const auto [bug, what, details] = GENERATE(table<CacheBug, std::string, std::string>({
      {CacheBug::kTagsOverReset, ", its bytes before reset ", "out_lines["},
      {CacheBug::kValidUnchecked, ", its bytes before reset ", "out_lines["},
      {CacheBug::kCounterOverReset, "byte ", "out_lines["},
      {CacheBug::kPendingOverReset, "nothing came back for 10000 cycles", "it needs no lines"},
      {CacheBug::kAnswersInOrder, ", the bytes of line ", "out_lines["},
      {CacheBug::kResultAfterTheLast, "a result that no request in flight is waiting for", "out_count"},
      {CacheBug::kLineNotAsked, "nothing came back for 10000 cycles", "was not asked for since the last reset"},
      {CacheBug::kAnswerNotTaken, "nothing came back for 10000 cycles", "and is not taken"},
      {CacheBug::kShortTags, "byte 0: ", "out_lines["},
      {CacheBug::kWrongBit, "line 2 (key 0x", "out_lines[2]"},
      {CacheBug::kResultChanges, "a result that waited has changed", "out_count"},
      {CacheBug::kResultGoes, "a result that waited is gone", "out_count"},
      {CacheBug::kShortCount, "15 lines in the place of 16", "out_count"},
      {CacheBug::kOtherSet, "byte 0: ", "out_lines["},
      {CacheBug::kTakesInReset, "", ""},
  }));
  const FreeCosimResult result = run(bug);
  INFO("bug " << static_cast<unsigned>(bug));
  REQUIRE(result.stream.first);
  INFO(result.stream.first->what << "\n" << result.stream.first->details);
  CHECK_THAT(result.stream.first->what, Contains(what));
  CHECK_THAT(result.stream.first->what, Contains("cycles before") || Contains("no reset but the first before it"));
  CHECK_THAT(result.stream.first->details, Contains(details));
}

TEST_CASE("bugs of resets and of the time after the last result do not show without resets and pauses", "[rtl][own]") {
  // Whoever turns them off is told by the bins.
  for (const CacheBug bug : {CacheBug::kTagsOverReset, CacheBug::kValidUnchecked, CacheBug::kTakesInReset}) {
    const FreeCosimResult result =
        run_free_cosim(block(bug), {.stream = {.requests = 2000, .offered_percent = 100, .reset_every = 0}});
    CHECK(result.stream.mismatches == 0);
    CHECK(result.stream.bins.hits().at("reset with requests in flight") == 0);
    CHECK(result.stream.bins.hits().at("handshake: nothing is offered and nothing in flight") == 0);
  }
}

TEST_CASE("a result after the last one is told when the stimulus has no pause either", "[rtl][own]") {
  const FreeCosimResult result = run_free_cosim(block(CacheBug::kResultAfterTheLast),
                                                {.stream = {.requests = 1, .offered_percent = 100, .reset_every = 0}});
  REQUIRE(result.stream.first);
  CHECK_THAT(result.stream.first->what, Contains("a result that no request in flight is waiting for"));
}

TEST_CASE("a stale line shrinks to a few footprints and keeps the resets that show it", "[rtl][own]") {
  const OwnCacheBlock cache = block(CacheBug::kTagsOverReset);
  const FreeCosimParameters shortest = shrink(cache, {.stream = {.requests = 2000}});
  CHECK(shortest.stream.reset_every != 0);
  CHECK(shortest.stream.only.size() < 100);
  CHECK(run_free_cosim(cache, shortest).stream.mismatches != 0);
}
