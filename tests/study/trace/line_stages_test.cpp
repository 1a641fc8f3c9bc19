#include "study/trace/line_stages.h"

#include <catch2/catch.hpp>
#include <string>

using namespace texpipe;
using namespace texpipe::study;
using machine::LineLookup;
using timing::EventChannelKind;

namespace {

std::string text(const std::vector<LineStages::Stop>& stops) {
  std::string text;
  for (const LineStages::Stop& stop : stops)
    text += std::string{stop.place} + " " + std::to_string(stop.until.value()) + "; ";
  return text;
}

struct Bench {
  timing::EventHub events;
  timing::ChannelId l3 = events.channel(EventChannelKind::kCache, "slice.l3.lookups");
  timing::ChannelId llc = events.channel(EventChannelKind::kCache, "llc.lookups");
  LineStages stages;

  Bench() { stages.listen(events); }
  /// L3 has lines of 64 bytes, the last-level cache of 128.
  void look_up(timing::ChannelId cache, std::uint64_t line, unsigned time, LineLookup result) {
    stages.on({.cache = cache,
               .time = Cycles{time},
               .line = line,
               .result = result,
               .line_size = ByteSize{cache == l3 ? 64u : 128u}});
  }
  std::string stops(std::uint64_t address) const {
    return text(stages.stops(ByteAddress{address}, Cycles{10}, Cycles{90}));
  }
};

}  // namespace

TEST_CASE("a line was where the last cache that missed it asked for it", "[timeline]") {
  Bench bench;
  CHECK(bench.stops(320) == "l3 90; ");  // a write looks nothing up
  bench.look_up(bench.l3, 5, 14, LineLookup::kHit);
  CHECK(bench.stops(320) == "l3 90; ");
  bench.look_up(bench.l3, 5, 14, LineLookup::kMiss);
  bench.look_up(bench.llc, 2, 40, LineLookup::kHit);
  CHECK(bench.stops(320) == "l3 14; llc 90; ");
  bench.look_up(bench.llc, 2, 40, LineLookup::kMiss);
  CHECK(bench.stops(320) == "l3 14; llc 40; memory 90; ");
}

TEST_CASE("a line that another message asked for before is where that one is", "[timeline]") {
  Bench bench;
  bench.look_up(bench.llc, 2, 8, LineLookup::kMiss);
  bench.look_up(bench.l3, 5, 14, LineLookup::kMerge);
  CHECK(bench.stops(320) == "l3 14; llc 14; memory 90; ");
}

TEST_CASE("lookups of other lines and of other waits do not count", "[timeline]") {
  Bench bench;
  bench.look_up(bench.l3, 5, 9, LineLookup::kMiss);
  CHECK(bench.stops(320) == "l3 90; ");
  bench.look_up(bench.l3, 5 + 4096, 14, LineLookup::kMiss);
  CHECK(bench.stops(320) == "l3 90; ");
}

TEST_CASE("lookups after the line has come do not hide the one that it came from", "[timeline]") {
  Bench bench;
  bench.look_up(bench.l3, 5, 14, LineLookup::kHit);
  bench.look_up(bench.l3, 5, 91, LineLookup::kMiss);
  bench.look_up(bench.l3, 5, 95, LineLookup::kHit);
  CHECK(bench.stops(320) == "l3 90; ");
  bench.look_up(bench.l3, 6, 14, LineLookup::kMiss);
  bench.look_up(bench.l3, 6, 91, LineLookup::kHit);
  CHECK(bench.stops(384) == "l3 14; llc 90; ");
}

TEST_CASE("without events of caches all of a wait is memory", "[timeline]") {
  const LineStages stages;
  CHECK(text(stages.stops(ByteAddress{320}, Cycles{10}, Cycles{90})) == "memory 90; ");
}
