#include <catch2/catch.hpp>

#include "functional/frame/state/performance_counters.h"

using namespace texpipe::functional;

TEST_CASE("a counter report has the header, lower words, short counters and high bytes at their places", "[frame]") {
  PerformanceCounters counters{.timestamp = 7, .clocks = 9};
  for (unsigned n = 0; n < kAggregatingCounters; ++n) counters.aggregating[n] = 0x0100'0000'0000u * (n + 1) + n;
  counters.aggregating[5] = 0x12'3456'789A;
  const auto words = counter_report(counters, 0xABCD, 3);
  CHECK((words[0] == 0xABCD && words[1] == 7 && words[2] == 3 && words[3] == 9));
  CHECK(words[4] == 0);
  CHECK(words[4 + 5] == 0x3456'789A);
  CHECK(words[4 + 31] == 31);
  CHECK(words[36 + 3] == 35);
  // Forty bits: what is above does not count, and byte n of the eight words is bits 39:32 of counter n.
  CHECK(words[40 + 5 / 4] >> 8 * (5 % 4) == 0x12);
  CHECK((words[40] & 0xFF) == 0);
  for (unsigned n = 48; n < kReportWords; ++n) CHECK(words[n] == 0);
}
