// Work of the fixed functions for a part of a phase's threads.
#include "study/sampled_run/frame_work_parts.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace texpipe;
using namespace texpipe::study;
using functional::FrameCache;
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
  std::vector<LeftOutWork> left_out;
  keep_parts({{0, 5}, {5, 12}}, work, left_out);
  CHECK(amounts(work) == amounts(whole));
  CHECK(work.lines == whole.lines);
  for (const auto& of_gap : left_out) CHECK(of_gap.lines.empty());
}

TEST_CASE("work between parts goes, with its lines before the next part", "[sample][frame]") {
  FrameWork work = work_of(5);
  std::vector<LeftOutWork> left_out;
  keep_parts({{0, 4}, {10, 12}, {16, 20}}, work, left_out);
  // Half of the third tile's threads; the last part has the last tile and what follows it.
  CHECK(amounts(work) == std::vector<std::uint32_t>{10, 0, 1, 5, 8, 9, 0});
  std::vector<std::uint32_t> opens;
  for (const auto& step : work.steps)
    if (step.opens != 0) opens.push_back(step.opens);
  CHECK(opens == std::vector<std::uint32_t>{4, 2, 4});
  REQUIRE(left_out.size() == 4);
  CHECK(left_out[0].lines.empty());
  CHECK(left_out[1].lines.size() == 3);  // of the second tile and of what is before the third
  CHECK(left_out[2].lines.size() == 2);  // of the fourth
  CHECK(left_out[3].lines.empty());
  CHECK(work.lines[work.steps[3].first_line].address == ByteAddress{5 * 64});
}

TEST_CASE("what follows the last thread stays, wherever the last part ends", "[sample][frame]") {
  FrameWork work = work_of(3);
  work.steps.back().amount = 77;
  std::vector<LeftOutWork> left_out;
  keep_parts({{0, 4}}, work, left_out);
  CHECK(amounts(work) == std::vector<std::uint32_t>{10, 0, 1, 77});
  REQUIRE(left_out.size() == 2);
  CHECK(left_out[1].lines.size() == 4);  // of the second and the third tile
}

TEST_CASE("without parts all work goes", "[sample][frame]") {
  FrameWork work = work_of(2);
  std::vector<LeftOutWork> left_out;
  keep_parts({}, work, left_out);
  CHECK(work.steps.empty());
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].lines.size() == 4);
}

TEST_CASE("a phase of which nothing is simulated invalidates what its commands do", "[sample][frame]") {
  FrameWork work = work_of(2);
  work.steps.front().invalidates.textures = true;
  work.steps.back().invalidates.vertices = true;
  FrameWork simulated = work;
  std::vector<LeftOutWork> left_out;
  keep_parts({}, work, left_out);
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].invalidates.textures);
  CHECK(left_out[0].invalidates.vertices);
  CHECK_FALSE(left_out[0].invalidates.constants);
  // Steps that stay do it themselves.
  keep_parts({{0, 8}}, simulated, left_out);
  for (const LeftOutWork& of_gap : left_out) CHECK_FALSE(of_gap.invalidates.any());
  CHECK(simulated.steps.front().invalidates.textures);
}

TEST_CASE("a stall that is left out tells which lines come before it, the last of several", "[sample][frame]") {
  FrameWork work = work_of(2);  // a stall behind four lines
  work.add(FrameStepKind::kTile);
  work.touch(ByteAddress{4096}, FrameCache::kDepth, true, false);
  work.add(FrameStepKind::kStall);
  work.add(FrameStepKind::kTile);
  work.touch(ByteAddress{8192}, FrameCache::kDepth, true, false);
  FrameWork simulated = work;
  std::vector<LeftOutWork> left_out;
  keep_parts({}, work, left_out);
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].stalls);
  CHECK(left_out[0].before_stall == 5);
  CHECK(left_out[0].lines.size() == 6);
  keep_parts({{0, 8}}, simulated, left_out);
  for (const LeftOutWork& of_gap : left_out) CHECK_FALSE(of_gap.stalls);
}
