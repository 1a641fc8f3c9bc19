#include "workload/frame/frame_workload.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "fuzz/damage.h"
#include "fuzz/stream_targets.h"
#include "pictures/texture/texture.h"
#include "support/scratch_folder.h"
#include "workload/frame/frame_recording.h"
#include "workload/frame/frame_survey.h"
#include "workload/frame/frame_writer.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

std::map<std::string, std::string> results_of(const std::string& file, const std::string& submissions = "all",
                                              const std::string& draws = "all", std::uint64_t* threads = nullptr) {
  FrameParameters parameters;
  parameters.file = file;
  REQUIRE(!parse_text(submissions, parameters.submissions));
  REQUIRE(!parse_text(draws, parameters.draws));
  functional::Workload workload = make_frame_workload(parameters);
  const functional::UntimedRun run = functional::run_untimed(workload);
  if (threads != nullptr) *threads = run.threads;
  std::map<std::string, std::string> files;
  for (functional::ResultFile& result : workload.results()) files[result.name] = std::move(result.content);
  return files;
}

std::vector<std::byte> pixels(const Texture& texture) {
  return texture.texels;
}

/// Percent of the pixels whose channels all lie within `most` of a picture that lavapipe drew.
double share_within(const std::string& png, const std::string& expected, int most) {
  const Texture ours = parse_texture(std::as_bytes(std::span{png}), "picture");
  const Texture theirs = read_texture(expected);
  const std::size_t count = std::size_t{ours.image.width} * ours.image.height;
  REQUIRE(ours.image.width == theirs.image.width);
  REQUIRE(ours.image.height == theirs.image.height);
  const std::vector<std::byte> a = pixels(ours), b = pixels(theirs);
  const std::size_t step_a = a.size() / count, step_b = b.size() / count;
  std::size_t within = 0;
  for (std::size_t i = 0; i < count; ++i) {
    int largest = 0;
    for (std::size_t c = 0; c < 3; ++c)
      largest = std::max(largest, std::abs(static_cast<int>(a[i * step_a + c]) - static_cast<int>(b[i * step_b + c])));
    within += largest <= most;
  }
  return 100.0 * static_cast<double>(within) / static_cast<double>(count);
}

}  // namespace

TEST_CASE("a recording draws the picture that the program draws on lavapipe", "[frame]") {
  const auto interface_files = results_of("tests/data/frames/interface.frames.zst");
  CHECK(share_within(interface_files.at("picture_0.png"), "tests/data/frames/interface.0.png", 2) == 100);
  const auto stages_files = results_of("tests/data/frames/stages.frames.zst");
  CHECK(share_within(stages_files.at("picture_0.png"), "tests/data/frames/stages.0.png", 2) > 99.9);
  CHECK(share_within(stages_files.at("picture_1.png"), "tests/data/frames/stages.1.png", 2) > 99.9);
}

TEST_CASE("a recording with compression and fast clears draws the same bytes as one without", "[frame]") {
  const auto plain = results_of("tests/data/frames/stages_plain.frames.zst");
  const auto compressed = results_of("tests/data/frames/stages.frames.zst");
  CHECK(plain.at("picture_0.png") == compressed.at("picture_0.png"));
  CHECK(plain.at("picture_1.png") == compressed.at("picture_1.png"));
}

TEST_CASE("chosen draws run, those before them are done, and behind them the picture is copied as it is", "[frame]") {
  const std::string file = "tests/data/frames/stages.frames.zst";
  std::uint64_t all = 0, both = 0, first = 0, second = 0;
  const auto whole = results_of(file, "all", "all", &all);
  // Draws 3 and 4 are the first frame's, 8 and 9 the second's; the others are the driver's.
  const auto frame = results_of(file, "all", "3..4", &both);
  const auto drawn = results_of(file, "all", "3", &first);
  const auto last = results_of(file, "all", "4", &second);
  CHECK(frame.at("picture_0.png") == whole.at("picture_0.png"));
  CHECK(last.at("picture_0.png") == whole.at("picture_0.png"));
  CHECK(drawn.at("picture_0.png") != whole.at("picture_0.png"));
  CHECK(!frame.contains("picture_1.png"));  // the run ends with the picture that follows
  CHECK(first + second == both);
  CHECK(both < all);
  CHECK(results_of(file, "all", "8..9").at("picture_1.png") == whole.at("picture_1.png"));
  CHECK(results_of(file, "all", "0, 11").at("picture_1.png") == whole.at("picture_1.png"));
}

TEST_CASE("chosen submissions run after those before them", "[frame]") {
  const std::string file = "tests/data/frames/stages.frames.zst";
  std::uint64_t all = 0, first = 0, later = 0;
  const auto whole = results_of(file, "all", "all", &all);
  const auto frame = results_of(file, "0..1", "all", &first);
  CHECK(frame.at("picture_0.png") == whole.at("picture_0.png"));
  CHECK(!frame.contains("picture_1.png"));
  CHECK(results_of(file, "2..4", "all", &later).at("picture_1.png") == whole.at("picture_1.png"));
  CHECK(first + later == all);
  CHECK(first != 0);
  CHECK(later != 0);
}

TEST_CASE("counted threads are those of the chosen draws or submissions", "[frame]") {
  const auto counted = [](const std::string& submissions, const std::string& draws) {
    FrameParameters parameters;
    parameters.file = "tests/data/frames/interface.frames.zst";
    REQUIRE(!parse_text(submissions, parameters.submissions));
    REQUIRE(!parse_text(draws, parameters.draws));
    functional::Workload workload = make_frame_workload(parameters);
    const functional::UntimedRun run = functional::run_untimed(workload);
    std::uint64_t sum = 0;
    for (const std::uint64_t threads : workload.chosen_threads().aggregating) sum += threads;
    CHECK(sum == run.threads);
    return sum;
  };
  const std::uint64_t all = counted("all", "all");
  CHECK(counted("all", "1") < all);
  CHECK(counted("3", "all") < all);
}

TEST_CASE("numbers that a recording does not have are refused by the key's name", "[frame]") {
  FrameParameters parameters;
  parameters.file = "tests/data/frames/stages.frames.zst";
  REQUIRE(!parse_text("3, 11..12", parameters.draws));
  try {
    make_frame_workload(parameters);
    FAIL("is refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    CHECK(error.diagnostics().front().path == "workload.draws");
    CHECK_THAT(error.diagnostics().front().problem, Catch::Contains("has 12 draws, and none of number 12"));
    CHECK(error.diagnostics().front().hint == "expected 0 to 11");
  }
}

TEST_CASE("draws of other submissions than those that are chosen are refused", "[frame]") {
  FrameParameters parameters;
  parameters.file = "tests/data/frames/interface.frames.zst";
  REQUIRE(!parse_text("1", parameters.submissions));
  REQUIRE(!parse_text("5", parameters.draws));
  CHECK_THROWS_WITH(make_frame_workload(parameters),
                    Catch::Contains("workload.draws: none of these draws belongs to the chosen submissions of"));
  REQUIRE(!parse_text("0, 5", parameters.draws));
  CHECK_NOTHROW(make_frame_workload(parameters));
}

TEST_CASE("a submission with too many commands ends by name", "[frame]") {
  FrameParameters parameters;
  parameters.file = "tests/data/frames/interface.frames.zst";
  parameters.max_commands = 10;
  functional::Workload workload = make_frame_workload(parameters);
  CHECK_THROWS_WITH(functional::run_untimed(workload), Catch::Contains("it has executed 10 commands"));
}

TEST_CASE("a draw of more vertices than the limit ends by name, with its command", "[frame]") {
  FrameParameters parameters;
  parameters.file = "tests/data/frames/interface.frames.zst";
  parameters.max_vertices = 1000;
  functional::Workload workload = make_frame_workload(parameters);
  try {
    functional::run_untimed(workload);
    FAIL("ends");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kWatchdog);
    const std::string text = error.diagnostics().front().text();
    CHECK_THAT(text, Catch::Contains("interface.frames.zst"));
    CHECK_THAT(text, Catch::Contains("submission 3, command"));
    CHECK_THAT(text, Catch::Contains("asks for 1110 vertices, of at most 1000"));
    CHECK_THAT(text, Catch::Contains("max_vertices"));
  }
}

TEST_CASE("a compute walker of more groups than the limit ends by name", "[frame]") {
  FrameParameters parameters;
  parameters.file = "tests/data/frames/stages.frames.zst";
  parameters.max_groups = 1;
  functional::Workload workload = make_frame_workload(parameters);
  CHECK_THROWS_WITH(functional::run_untimed(workload), Catch::Contains("work groups, of at most 1"));
}

namespace {

/// What running a recording ends with, when the first pixel shader holds these bytes.
std::string problem_with_program(std::byte content) {
  const test::ScratchFolder scratch;
  FrameRecording surveyed{"tests/data/frames/interface.frames.zst"};
  const FrameSurvey survey = survey_frames(surveyed);
  FrameRecording whole{"tests/data/frames/interface.frames.zst"};
  FrameWriter writer{whole.header()};
  std::uint64_t submission = 0;
  while (const std::optional<FrameRecord> record = whole.next()) {
    if (std::holds_alternative<FrameSubmit>(record->content) && submission++ == survey.draws.front().submission) {
      const std::vector<std::byte> program(16, content);
      writer.write(survey.draws.front().programs.back().program.address, program);
    }
    writer.add(record->content);
  }
  scratch.write("bad.frames", std::string{reinterpret_cast<const char*>(writer.bytes().data()), writer.bytes().size()});
  FrameParameters parameters;
  parameters.file = (scratch / "bad.frames").string();
  functional::Workload workload = make_frame_workload(parameters);
  try {
    functional::run_untimed(workload);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("an instruction that cannot be executed is named behind its recording, submission and command", "[frame]") {
  constexpr auto kIllegal = std::byte{0}, kReserved = std::byte{0xFF};
  for (const auto& [content, problem] :
       {std::pair{kIllegal, "instruction at byte 0x0: an illegal instruction is executed"},
        std::pair{kReserved, "instruction at byte 0x0: EU_OPCODE has no value"}}) {
    const std::string text = problem_with_program(content);
    CAPTURE(text);
    const std::size_t file = text.find("bad.frames: submission 1, command "), place = text.find(problem);
    REQUIRE(file != std::string::npos);
    REQUIRE(place != std::string::npos);
    CHECK(file < place);
    CHECK(text.find("(3DPRIMITIVE) at 0x") < place);
    CHECK(text.find("submission", place) == std::string::npos);
  }
}

TEST_CASE("damaged streams of the fuzzers' corpus are executed to their end or refused", "[frame][fuzz]") {
  CHECK(fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/frame_stream", fuzz::frame_stream, 200, 20) == 2);
}

namespace {

/// Phases of a frame whose work is told, all of whose threads have run.
struct OverlappedRun {
  std::map<std::string, std::string> files;
  std::uint64_t phases = 0;
  std::uint64_t mixed = 0;                                                 // phases with threads of several shaders
  std::map<std::pair<std::uint64_t, std::string>, std::uint64_t> threads;  // by draw and stage
};

OverlappedRun run_overlapped(const std::string& file, std::uint32_t ahead, const std::string& draws = "all") {
  FrameParameters parameters;
  parameters.file = file;
  REQUIRE(!parse_text(draws, parameters.draws));
  functional::Workload workload = make_frame_workload(parameters);
  functional::FrameWork& work = workload.ask_for_work();
  work.ahead = ahead;
  OverlappedRun run;
  while (workload.threads->advance()) {
    const unsigned groups = workload.threads->groups();
    const std::vector<functional::PhasePart> parts = workload.threads->parts();
    ++run.phases;
    if (parts.size() > 1) ++run.mixed;
    std::uint64_t opened = 0;
    for (const functional::FrameStep& step : work.steps) opened += step.opens;
    CHECK(opened == groups);
    std::vector<std::uint64_t> next(parts.size());  // groups of each part start in their order
    for (unsigned group = 0; group < groups; ++group) {
      const functional::GroupPlace place = workload.threads->place_of(group);
      if (place.group != next[place.part]++) FAIL("a group of a part starts out of order");
    }
    for (std::size_t part = 0; part < parts.size(); ++part) {
      CHECK(next[part] == parts[part].groups);
      if (parts[part].draw) run.threads[{parts[part].draw->number, parts[part].stage}] += parts[part].groups;
    }
    if (const functional::OlderThreads* older = workload.threads->older_at_same_pixels()) {
      REQUIRE(older->starts.size() == groups + 1);
      for (unsigned group = 0; group < groups; ++group)
        for (const std::uint32_t before : older->of(group))
          if (before >= group) FAIL("a thread waits for a younger one");
    }
    functional::run_phase(*workload.threads, *workload.memory);
    work.clear();
  }
  for (functional::ResultFile& result : workload.results()) run.files[result.name] = std::move(result.content);
  return run;
}

}  // namespace

TEST_CASE("draws that overlap give the pictures, counts and threads of draws that take turns", "[frame][overlap]") {
  std::uint64_t mixed = 0;  // `stages` has a fence before each draw
  for (const char* file : {"tests/data/frames/interface.frames.zst", "tests/data/frames/boxes.frames.zst",
                           "tests/data/frames/stages.frames.zst"}) {
    INFO(file);
    const OverlappedRun in_turn = run_overlapped(file, 0);
    CHECK(in_turn.mixed == 0);
    for (const std::uint32_t ahead : {1u, 64u, 1856u}) {
      const OverlappedRun overlapped = run_overlapped(file, ahead);
      CHECK(overlapped.files == in_turn.files);
      CHECK(overlapped.threads == in_turn.threads);
      CHECK(overlapped.phases <= in_turn.phases);
      mixed += overlapped.mixed;
    }
  }
  CHECK(mixed != 0);
}

TEST_CASE("chosen draws overlap each other alone", "[frame][overlap]") {
  const std::string file = "tests/data/frames/boxes.frames.zst";
  const OverlappedRun in_turn = run_overlapped(file, 0, "20..40"), overlapped = run_overlapped(file, 1856, "20..40");
  CHECK(overlapped.files == in_turn.files);
  CHECK(overlapped.threads == in_turn.threads);
}
