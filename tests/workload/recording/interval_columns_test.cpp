// Facts about the touched lines in the intervals of a recording.
#include "workload/recording/interval_columns.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace texpipe;
using namespace texpipe::study;

namespace {

functional::DataPortOutcome reads_line(std::uint64_t line) {
  functional::DataPortOutcome outcome;
  outcome.reads.push_back({.address = ByteAddress{line * kTouchedLineBytes + 4}, .size = 4});
  return outcome;
}

/// Intervals of two work groups of 128 threads: both of the first one read line 5, one of them reads line 6 three
/// times.
nlohmann::json two_groups() {
  IntervalColumns columns{128};
  columns.add_accesses(reads_line(5));
  columns.add_accesses(reads_line(6));
  columns.add_accesses(reads_line(6));
  columns.end_group();
  columns.add_accesses(reads_line(5));
  columns.end_group();
  columns.add_accesses(reads_line(5));
  columns.end_group();
  columns.finish();
  return columns.take(0, 3);
}

std::vector<RecordedInterval> read(const nlohmann::json& content) {
  std::vector<RecordedInterval> intervals;
  read_intervals(content, "run.rec", intervals);
  return intervals;
}

}  // namespace

TEST_CASE("a line says how many work groups of its interval touch it", "[recording][sample]") {
  const std::vector<RecordedInterval> intervals = read(two_groups());
  REQUIRE(intervals.size() == 2);
  REQUIRE(intervals[0].lines.size() == 2);
  CHECK(intervals[0].lines[0].number == 5);
  CHECK(intervals[0].lines[0].groups == 2);
  CHECK(intervals[0].lines[1].number == 6);
  CHECK(intervals[0].lines[1].groups == 1);
  REQUIRE(intervals[1].lines.size() == 1);
  CHECK(intervals[1].lines[0].groups == 1);
}

TEST_CASE("lines of an older recording may be touched by any number of work groups", "[recording][sample]") {
  nlohmann::json content = two_groups();
  content.erase("line_groups");
  const std::vector<RecordedInterval> intervals = read(content);
  REQUIRE(intervals.front().lines.size() == 2);
  for (const TouchedLine& line : intervals.front().lines) CHECK(line.groups == TouchedLine::kManyGroups);
}

TEST_CASE("lines without their numbers of work groups are refused", "[recording][sample]") {
  nlohmann::json content = two_groups();
  content["line_groups"] = nlohmann::json::binary({1, 1});
  CHECK_THROWS_AS(read(content), Error);
  content["line_groups"] = nlohmann::json::binary({1, 0, 1});
  CHECK_THROWS_AS(read(content), Error);
}
