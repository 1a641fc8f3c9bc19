// Work of the fixed functions for a part of a phase's threads.
#include "study/sampled_run/frame_work_parts.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace texpipe;
using namespace texpipe::study;
using functional::FrameCache;
using functional::FrameLine;
using functional::FrameStepKind;
using functional::FrameWork;

namespace {

/// Commands, then tiles of four threads each with a line of their own, each behind a tile of none; then a stall.
FrameWork work_of(unsigned tiles) {
  FrameWork work;
  work.add(FrameStepKind::kCommands, 10);
  for (unsigned tile = 0; tile < tiles; ++tile) {
    work.add(FrameStepKind::kTile, 2 * tile);
    work.touch(ByteAddress{128 * tile}, FrameCache::kDepth, true, false);
    work.add(FrameStepKind::kTile, 2 * tile + 1).opens = 4;
    work.touch(ByteAddress{128 * tile + 64}, FrameCache::kDepth, true, false);
  }
  work.add(FrameStepKind::kStall);
  return work;
}

std::vector<std::uint32_t> amounts(const FrameWork& work) {
  std::vector<std::uint32_t> result;
  for (const auto& step : work.steps) result.push_back(step.amount);
  return result;
}

}  // namespace

TEST_CASE("parts that cover a phase keep its work", "[sample][frame]") {
  FrameWork work = work_of(3);
  const FrameWork whole = work;
  std::vector<std::vector<FrameLine>> lines;
  keep_parts({{0, 5}, {5, 12}}, work, lines);
  CHECK(amounts(work) == amounts(whole));
  CHECK(work.lines == whole.lines);
  for (const auto& of_gap : lines) CHECK(of_gap.empty());
}

TEST_CASE("work between parts goes, with its lines before the next part", "[sample][frame]") {
  FrameWork work = work_of(5);
  std::vector<std::vector<FrameLine>> lines;
  keep_parts({{0, 4}, {10, 12}, {16, 20}}, work, lines);
  // Half of the third tile's threads; the last part has the last tile and what follows it.
  CHECK(amounts(work) == std::vector<std::uint32_t>{10, 0, 1, 5, 8, 9, 0});
  std::vector<std::uint32_t> opens;
  for (const auto& step : work.steps)
    if (step.opens != 0) opens.push_back(step.opens);
  CHECK(opens == std::vector<std::uint32_t>{4, 2, 4});
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].empty());
  CHECK(lines[1].size() == 3);  // of the second tile and of what is before the third
  CHECK(lines[2].size() == 2);  // of the fourth
  CHECK(lines[3].empty());
  CHECK(work.lines[work.steps[3].first_line].address == ByteAddress{5 * 64});
}

TEST_CASE("what follows the last thread stays, wherever the last part ends", "[sample][frame]") {
  FrameWork work = work_of(3);
  work.steps.back().amount = 77;
  std::vector<std::vector<FrameLine>> lines;
  keep_parts({{0, 4}}, work, lines);
  CHECK(amounts(work) == std::vector<std::uint32_t>{10, 0, 1, 77});
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].size() == 4);  // of the second and the third tile
}

TEST_CASE("without parts all work goes", "[sample][frame]") {
  FrameWork work = work_of(2);
  std::vector<std::vector<FrameLine>> lines;
  keep_parts({}, work, lines);
  CHECK(work.steps.empty());
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].size() == 4);
}
