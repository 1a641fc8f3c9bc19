// Pictures of recorded frames agree with another renderer's class by class, and each class can fail.
#include "analysis/verify/frame_cases.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "functional/device/untimed_run.h"
#include "functional/frame/observer/changed_draws.h"
#include "support/scratch_folder.h"
#include "workload/frame/frame_workload.h"

namespace texpipe::study {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;
using functional::DrawChange;

const fs::path kFrames = TEXPIPE_TEST_DATA "/frames";

/// Picture 0 of a recording, drawn with a change.
std::string drawn_with(const std::string& name, const DrawChange& change) {
  FrameParameters parameters;
  parameters.file = kFrames / (name + ".frames.zst");
  functional::ChangedDraws observer{change};
  functional::Workload workload = make_frame_workload(parameters, &observer);
  functional::run_untimed(workload);
  for (const functional::ResultFile& file : workload.results()) {
    if (file.name == "picture_0.png") return file.content;
  }
  return {};
}

/// The outcome of a recording against a picture that has been drawn with a change.
CaseOutcome verify_against(const std::string& name, const DrawChange& change, const std::string& bounds = {}) {
  const test::ScratchFolder scratch;
  fs::copy(kFrames / (name + ".frames.zst"), scratch / (name + ".frames.zst"));
  scratch.write("other.png", drawn_with(name, change));
  scratch.write("frames.yaml", "frames:\n- recording: " + name + ".frames.zst\n  pictures:\n  - {picture: 0, " +
                                   "expected: other.png" + bounds + "}\n");
  std::vector<fs::path> drawn;
  return verify_frames(scratch / "frames.yaml", {}, drawn).at(0);
}

TEST_CASE("recordings of frames agree with another renderer in every class of pixels", "[verify][frame]") {
  std::vector<fs::path> drawn;
  const std::vector<CaseOutcome> outcomes = verify_frames(kFrames / "frames.yaml", {}, drawn);
  REQUIRE(outcomes.size() == 7);
  for (const CaseOutcome& outcome : outcomes) {
    INFO(outcome.id << ": " << outcome.problem);
    CHECK(outcome.status == CaseStatus::kPassed);
    CHECK_THAT(outcome.summary, Contains("interior"));
  }
  CHECK_THAT(outcomes.front().summary, Contains("level"));
}

TEST_CASE("a picture that moved by 1/256 pixel agrees, and one that moved by 1/16 pixel fails", "[verify][frame]") {
  CHECK(verify_against("stages", {.move = {1, 0}}).status == CaseStatus::kPassed);
  const CaseOutcome moved = verify_against("stages", {.move = {16, 0}});
  CHECK(moved.status == CaseStatus::kFailed);
  CHECK_THAT(moved.problem, Contains("interior pixels lie beyond their bound"));
}

TEST_CASE("levels of detail within their band agree, and those one level off fail", "[verify][frame]") {
  CHECK(verify_against("boxes", {.samplers = {.lod_bias = -0.45}}).status == CaseStatus::kPassed);
  const CaseOutcome off = verify_against("boxes", {.samplers = {.lod_bias = 1.0}});
  INFO(off.summary);
  CHECK(off.status == CaseStatus::kFailed);
  CHECK_THAT(off.problem, Contains("level pixels lie beyond their bound"));
}

TEST_CASE("values that are off by a share of themselves fail interior pixels", "[verify][frame]") {
  CHECK(verify_against("stages", {.value_scale = 0.98f}).status == CaseStatus::kFailed);
}

TEST_CASE("a frames.yaml says how many pixels of a class may lie beyond", "[verify][frame]") {
  const DrawChange darker{.value_scale = 0.98f};
  CHECK(verify_against("stages", darker, ", interior_beyond: 100, edge_beyond: 100").status == CaseStatus::kPassed);
  CHECK(verify_against("stages", darker, ", interior_beyond: 100, edge_beyond: 100, within: 1, least: 100").status ==
        CaseStatus::kFailed);
}

TEST_CASE("a picture that nothing is compared with fails", "[verify][frame]") {
  const test::ScratchFolder scratch;
  fs::copy(kFrames / "interface.frames.zst", scratch / "alone.frames.zst");
  const std::vector<CaseOutcome> outcomes = verify_recording(scratch / "alone.frames.zst", scratch / ".", {});
  REQUIRE(outcomes.size() == 1);
  CHECK(outcomes.front().status == CaseStatus::kFailed);
  CHECK_THAT(outcomes.front().problem, Contains("picture 0 has nothing to be compared with: expected NAME.0.png"));
}

TEST_CASE("a frames.yaml that lists a recording without pictures is refused", "[verify][frame]") {
  const test::ScratchFolder scratch;
  for (const char* pictures : {"", "  pictures: []\n"}) {
    scratch.write("frames.yaml", std::string{"frames:\n- recording: a.frames\n"} + pictures);
    std::vector<std::filesystem::path> drawn;
    CHECK_THROWS_WITH(verify_frames(scratch / "frames.yaml", {}, drawn),
                      Contains("frames.yaml:2:3: frames[0]: has no pictures"));
  }
}

}  // namespace
}  // namespace texpipe::study
