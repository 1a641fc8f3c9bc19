#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "pictures/texture/texture.h"
#include "support/run_command.h"
#include "support/scratch_folder.h"
#include "workload/frame/frame_recording.h"

using namespace texpipe::test;
using namespace texpipe::study;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

const fs::path kBuilt = fs::path{TEXPIPE_COMMAND}.parent_path();
const std::string kProgram = (kBuilt / "headless_program").string();

/// Runs the verb with a folder of its own for temporary files, and looks that nothing is left there.
CommandOutcome capture(const ScratchFolder& scratch, const std::string& arguments,
                       const std::string& environment = "") {
  const fs::path temporary = scratch / "tmp";
  fs::create_directories(temporary);
  const CommandOutcome outcome =
      run_texpipe("capture " + arguments, environment + " TMPDIR='" + temporary.string() + "'");
  INFO(outcome.err);
  CHECK(fs::is_empty(temporary));
  return outcome;
}

std::string to(const ScratchFolder& scratch, const std::string& name) {
  return "-o '" + (scratch / name).string() + "' ";
}

bool has_recorder() {
  return fs::exists(kBuilt / "lib/texpipe/libtexpipe_capture.so");
}

/// True when the test's own program can be recorded here; says what is missing otherwise.
bool records(const std::string& program = kProgram) {
  if (!has_recorder() || !fs::exists(kProgram)) {
    WARN("skipped: built without libdrm-dev or libvulkan-dev");
    return false;
  }
  if (shell("ls /usr/share/vulkan/icd.d/intel_icd.*.json").code != 0) {
    WARN("skipped: mesa-vulkan-drivers is not installed");
    return false;
  }
  if (shell("command -v " + program).code == 0) return true;
  WARN("skipped: " << program << " is not installed");
  return false;
}

struct Found {
  unsigned submissions = 0;
  std::vector<FrameNote> notes;
};

Found read_recording(const fs::path& file) {
  FrameRecording recording{file};
  CHECK(recording.packed());
  Found found;
  while (const auto record = recording.next()) {
    if (std::holds_alternative<FrameSubmit>(record->content)) ++found.submissions;
    if (const auto* note = std::get_if<FrameNote>(&record->content)) found.notes.push_back(*note);
  }
  return found;
}

}  // namespace

TEST_CASE("a recording of a program holds its submissions and the memory that it names", "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  const CommandOutcome outcome = capture(scratch, to(scratch, "a.frames") + "--json -- " + kProgram);
  REQUIRE(outcome.code == 0);
  const Found found = read_recording(scratch / "a.frames");
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes[0].text == "picture 0: 64 x 32, R8G8B8A8, 256 bytes a row");
  CHECK(found.notes[0].address != 0);
  const json said = json::parse(outcome.out);
  CHECK(said["submissions"] == found.submissions);
  CHECK(said["ended"] == "ended with exit code 0");
  CHECK(said["pictures"] == json::parse(R"([{"extent": "64x32", "count": 1}])"));
  CHECK(said["file_bytes"] == fs::file_size(scratch / "a.frames"));
}

TEST_CASE("a program's stream output gives the vertices, counts and picture that it has on lavapipe",
          "[cli][capture]") {
  const std::string program = (kBuilt / "stream_output_program").string();
  const CommandOutcome software = shell("ls /usr/share/vulkan/icd.d/lvp_icd.*.json");
  if (!records(program) || software.code != 0) return;
  const ScratchFolder scratch;
  const std::string driver = software.out.substr(0, software.out.find('\n'));
  const std::string file = (scratch / "expected").string();
  REQUIRE(shell("VK_ICD_FILENAMES=" + driver + ' ' + program + " '" + file + "'").code == 0);
  REQUIRE(capture(scratch, to(scratch, "a.frames") + program).code == 0);
  scratch.write("a.yaml",
                "study: a\nmachine: " + (fs::current_path() / "configs/machines/kaby_lake_gt2.yaml").string() +
                    "\ntiming: untimed\nworkload: {kind: frame, file: a.frames}\n");
  const CommandOutcome run =
      run_texpipe("run '" + (scratch / "a.yaml").string() + "' --out '" + (scratch / "run").string() + "'");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const Texture drawn = read_texture(scratch / "run/picture_0.png");
  const std::string expected = scratch.read("expected");
  const std::size_t pixels = std::size_t{drawn.image.width} * drawn.image.height;
  const std::size_t step = drawn.texels.size() / pixels;
  REQUIRE(expected.size() == 4 * pixels);
  std::size_t different = 0;  // pictures have no alpha
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c)
      different += static_cast<char>(drawn.texels[i * step + c]) != expected[4 * i + c] ? 1 : 0;
  }
  CHECK(different == 0);
}

TEST_CASE("a program that is executed reads what the GPU has written", "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  const CommandOutcome recorded = capture(scratch, to(scratch, "a") + "--json " + kProgram + " check");
  REQUIRE(recorded.code == 0);
  CHECK(json::parse(recorded.out)["ended"] == "ended with exit code 5");
  CHECK(json::parse(recorded.out)["executed"] == 0);
  const CommandOutcome executed = capture(scratch, to(scratch, "b") + "--execute --json " + kProgram + " check");
  REQUIRE(executed.code == 0);
  const json said = json::parse(executed.out);
  CHECK(said["ended"] == "ended with exit code 0");
  CHECK(said["executed"] == said["submissions"]);
  CHECK(said["notes"].empty());
  // Whoever draws the recording computes what the GPU wrote: it is not recorded.
  CHECK(scratch.read("a") == scratch.read("b"));
}

TEST_CASE("a recording has what a program computes from what the GPU has written", "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  REQUIRE(capture(scratch, to(scratch, "a.frames") + "--execute " + kProgram + " again").code == 0);
  scratch.write("a.yaml",
                "study: a\nmachine: " + (fs::current_path() / "configs/machines/kaby_lake_gt2.yaml").string() +
                    "\ntiming: untimed\nworkload: {kind: frame, file: a.frames}\n");
  const CommandOutcome run =
      run_texpipe("run '" + (scratch / "a.yaml").string() + "' --out '" + (scratch / "run").string() + "'");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const Texture drawn = read_texture(scratch / "run/picture_0.png");
  const std::size_t step = drawn.texels.size() / (std::size_t{64} * 32);
  std::size_t different = 0;
  for (std::size_t i = 0; i < drawn.texels.size() / step; ++i) {
    const std::byte* const pixel = drawn.texels.data() + i * step;
    different += pixel[0] == std::byte(i) && pixel[1] == std::byte{0x80} && pixel[2] == std::byte{0xBF} ? 0 : 1;
  }
  CHECK(different == 0);
}

TEST_CASE("two recordings of one program are the same bytes", "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  for (const std::string options : {"", "--plain "}) {
    REQUIRE(capture(scratch, to(scratch, "a.frames") + "--force " + options + kProgram).code == 0);
    REQUIRE(capture(scratch, to(scratch, "b.frames") + "--force " + options + kProgram).code == 0);
    CHECK(scratch.read("a.frames") == scratch.read("b.frames"));
  }
}

TEST_CASE("a program that fails, crashes or hangs leaves what it drew, and its end is told", "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  const CommandOutcome failed = capture(scratch, to(scratch, "fail") + kProgram + " fail");
  CHECK(failed.code == 0);
  CHECK_THAT(failed.out, Contains("the program ended with exit code 3: the recording ends there"));
  const CommandOutcome crashed = capture(scratch, to(scratch, "crash") + kProgram + " crash");
  CHECK(crashed.code == 0);
  CHECK_THAT(crashed.out, Contains("was ended by signal 11"));
  const CommandOutcome hung = capture(scratch, to(scratch, "hang") + "--seconds 5 " + kProgram + " hang");
  CHECK(hung.code == 0);
  CHECK_THAT(hung.out, Contains("was ended after 5 s"));
  for (const char* file : {"fail", "crash", "hang"}) CHECK(read_recording(scratch / file).notes.size() == 1);
}

TEST_CASE("a program that draws nothing is an error, and leaves no file", "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  const CommandOutcome outcome = capture(scratch, to(scratch, "none") + kProgram + " nothing");
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Contains("gave the driver nothing to execute: ended with exit code 0"));
  CHECK_FALSE(fs::exists(scratch / "none"));
}

TEST_CASE("a recording ends with the last submission that fits its limit", "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  const CommandOutcome outcome = capture(scratch, to(scratch, "none") + "--limit 100B " + kProgram);
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Contains("reached the limit of its size (--limit)"));
  const CommandOutcome undrawn = capture(scratch, to(scratch, "undrawn") + "--limit 1kB " + kProgram);
  CHECK(undrawn.code == 4);
  CHECK_THAT(undrawn.err, Contains("no draw in them") && Contains("reached the limit of its size (--limit)"));
  CHECK_FALSE(fs::exists(scratch / "undrawn"));
  const CommandOutcome whole = capture(scratch, to(scratch, "whole") + "--json " + kProgram);
  REQUIRE(whole.code == 0);
  const json said = json::parse(whole.out);
  // The last submission draws nothing and is small, the one before it draws everything.
  const std::string less = std::to_string(said["bytes"].get<unsigned>() * 98 / 100) + "B ";
  REQUIRE(capture(scratch, to(scratch, "part") + "--limit " + less + kProgram).code == 0);
  CHECK(read_recording(scratch / "part").submissions < said["submissions"]);
}

TEST_CASE("signals end the program and leave neither file nor folder", "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  for (const auto& [signal, code] : {std::pair{"TERM", 143}, {"INT", 130}, {"KILL", 137}}) {
    INFO(signal);
    fs::create_directories(scratch / "tmp");
    const CommandOutcome outcome =
        shell("export TMPDIR='" + (scratch / "tmp").string() + "'; texpipe capture " + to(scratch, "x") + kProgram +
              " hang & trap '' INT; for i in $(seq 200); do ls \"$TMPDIR\"/*/recording >/dev/null 2>&1 && "
              "break; sleep 0.05; done; kill -" +
              signal +
              " $!; wait $!; code=$?; "
              "for i in $(seq 100); do [ -z \"$(ls \"$TMPDIR\")\" ] && break; sleep 0.05; done; "
              "grep -lz \"TEXPIPE_CAPTURE_FOLDER=$TMPDIR\" /proc/[0-9]*/environ 2>/dev/null; exit $code");
    CHECK(outcome.code == code);
    CHECK(outcome.out.empty());
    CHECK_FALSE(fs::exists(scratch / "x"));
    CHECK(fs::is_empty(scratch / "tmp"));
  }
}

TEST_CASE("capture refuses what cannot be recorded before it starts anything", "[cli][capture]") {
  if (!has_recorder()) return;
  const ScratchFolder scratch;
  const CommandOutcome program = capture(scratch, to(scratch, "x") + "-- no_such_program --flag");
  CHECK(program.code == 2);
  CHECK_THAT(program.err, Contains("no_such_program: no such program"));
  const CommandOutcome file = capture(scratch, to(scratch, "x") + "-- configs/studies/first_look.yaml");
  CHECK(file.code == 2);
  CHECK_THAT(file.err, Contains("cannot be executed"));
  const CommandOutcome folder = capture(scratch, to(scratch, "missing/x") + "-- true");
  CHECK(folder.code == 1);
  CHECK_THAT(folder.err, Contains("cannot be written: No such file or directory"));
  scratch.write("there", "text");
  const CommandOutcome there = capture(scratch, to(scratch, "there") + "-- true");
  CHECK(there.code == 2);
  CHECK_THAT(there.err, Contains("exists; --force replaces it"));
  CHECK(scratch.read("there") == "text");
  const CommandOutcome size = capture(scratch, to(scratch, "x") + "--size 640 true");
  CHECK(size.code == 2);
  CHECK_THAT(size.err, Contains("--size: \"640\" is no extent; width and height in pixels, as 640x480"));
  CHECK(capture(scratch, to(scratch, "x") + "--frames 0 true").code == 2);
  CHECK(capture(scratch, to(scratch, "x") + "--limit 3 true").code == 2);
  const CommandOutcome driver = capture(scratch, to(scratch, "x") + "true", "XDG_DATA_DIRS=/nowhere HOME=/nowhere");
  CHECK(driver.code == 8);
  CHECK_THAT(driver.err, Contains("the Debian package mesa-vulkan-drivers has it"));
  CHECK_FALSE(fs::exists(scratch / "x"));
}

TEST_CASE("the same program with a window gives the same bytes, when the window has the size of the pictures",
          "[cli][capture]") {
  if (!records("vkcube") || !records("Xvfb")) return;
  const ScratchFolder scratch;
  for (const char* name : {"a", "b"}) {
    const CommandOutcome outcome =
        capture(scratch, to(scratch, name) + "--frames 2 -- vkcube --c 100 --width 160 --height 96",
                "DISPLAY= WAYLAND_DISPLAY=");
    REQUIRE(outcome.code == 0);
    CHECK_THAT(outcome.out, Contains("2 of 160x96"));
  }
  CHECK(scratch.read("a") == scratch.read("b"));
}

TEST_CASE("presented frames of a program with a window are named as pictures", "[cli][capture]") {
  if (!records("vkcube") || !records("Xvfb")) return;
  const ScratchFolder scratch;
  const CommandOutcome outcome =
      capture(scratch, to(scratch, "a") + "--frames 2 --size 160x96 vkcube --c 100", "DISPLAY= WAYLAND_DISPLAY=");
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("2 of 160x96"));
  const Found found = read_recording(scratch / "a");
  REQUIRE(found.notes.size() == 2);
  CHECK(found.notes[1].text == "picture 1: 160 x 96, B8G8R8A8, 640 bytes a row");
  CHECK(found.notes[1].address != 0);
  CHECK(found.notes[1].size == 160 * 96 * 4);
}

TEST_CASE("a recorded program has a clock that begins on 1 January 2024 and moves by its sleeps and its reads",
          "[cli][capture]") {
  if (!records()) return;
  const ScratchFolder scratch;
  const std::string day = to(scratch, "x") + "-- date -u +%F";
  CHECK_THAT(capture(scratch, day).out, Contains("2024-01-01"));
  CHECK_THAT(capture(scratch, "--system-clock " + day).out, !Contains("2024-01-01"));
  const auto said_by = [&](const std::string& python) {
    return capture(scratch, to(scratch, "x") + "-- python3 -c \"import time; a = time.time(); " + python +
                                "; print('moved %.3f' % (time.time() - a))\"")
        .out;
  };
  CHECK_THAT(said_by("pass"), Contains("moved 0.000"));
  CHECK_THAT(said_by("time.sleep(0.25)"), Contains("moved 0.250"));
  CHECK_THAT(said_by("import select; select.select([], [], [], 0.125)"), Contains("moved 0.125"));
  CHECK_THAT(said_by("[0 for i in iter(lambda: time.monotonic() < 2, False)]"), Contains("moved 1.00"));
}

TEST_CASE("an animation draws the same frames in every recording, and moves by the rate of its clock",
          "[cli][capture]") {
  if (!records("glxgears") || !records("Xvfb")) return;
  const ScratchFolder scratch;
  const auto recorded = [&](const std::string& options) {
    const CommandOutcome outcome = capture(
        scratch, to(scratch, "gears") + "--force --gl --frames 3 " + options + "glxgears", "DISPLAY= WAYLAND_DISPLAY=");
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return scratch.read("gears");
  };
  const std::string usual = recorded("");
  CHECK(recorded("") == usual);
  CHECK(recorded("--fps 60 ") == usual);
  CHECK(recorded("--fps 10 ") != usual);
}

TEST_CASE("a reference has lavapipe's pictures beside the recording, and verify compares with them", "[cli][capture]") {
  if (!records("vkcube") || !records("Xvfb")) return;
  if (shell("ls /usr/share/vulkan/icd.d/lvp_icd.*.json").code != 0) return;
  const ScratchFolder scratch;
  const std::string arguments = to(scratch, "a cube.frames.zst") + "--reference --size 96x64 --frames 2 vkcube";
  const std::string windowless = "DISPLAY= WAYLAND_DISPLAY=";
  const CommandOutcome outcome = capture(scratch, arguments, windowless);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("2 of the program, "));
  CHECK_THAT(outcome.out, Contains("reference    2 pictures of lavapipe"));
  const CommandOutcome verified = run_texpipe("verify '" + (scratch / "a cube.frames.zst").string() + "'");
  CHECK(verified.code == 0);
  CHECK_THAT(verified.out, Contains("2 passed"));
  const std::string picture = scratch.read("a cube.1.png");
  CHECK(scratch.read("a cube.0.png") != picture);
  fs::remove(scratch / "a cube.frames.zst");
  const CommandOutcome there = capture(scratch, arguments, windowless);
  CHECK(there.code == 2);
  CHECK_THAT(there.err, Contains("a cube.0.png: exists; --force replaces it"));
  CHECK_FALSE(fs::exists(scratch / "a cube.frames.zst"));
  CHECK(capture(scratch, "--force " + arguments, windowless).code == 0);
  CHECK(scratch.read("a cube.1.png") == picture);
}

TEST_CASE("a program without a window that names its picture has a reference, and one that names none has not",
          "[cli][capture]") {
  if (!records() || shell("ls /usr/share/vulkan/icd.d/lvp_icd.*.json").code != 0) return;
  const ScratchFolder scratch;
  REQUIRE(capture(scratch, to(scratch, "a.frames.zst") + "--reference " + kProgram).code == 0);
  CHECK_THAT(run_texpipe("verify '" + (scratch / "a.frames.zst").string() + "'").out, Contains("1 passed"));
  const CommandOutcome none = capture(scratch, to(scratch, "b.frames.zst") + "--reference " + kProgram + " unnamed");
  CHECK(none.code == 4);
  CHECK_THAT(none.err, Contains("left no picture on lavapipe: ended with exit code 0"));
  CHECK_FALSE(fs::exists(scratch / "b.frames.zst"));
  CHECK(capture(scratch, to(scratch, "b.frames.zst") + "--reference --no-pictures " + kProgram).code == 2);
  CHECK(capture(scratch, to(scratch, "b.frames.zst") + "--fps 0 " + kProgram).code == 2);
}

TEST_CASE("an OpenGL program is recorded through zink", "[cli][capture]") {
  if (!records("glxgears") || !records("Xvfb")) return;
  const ScratchFolder scratch;
  const CommandOutcome outcome =
      capture(scratch, to(scratch, "gears") + "--gl --frames 1 glxgears", "DISPLAY= WAYLAND_DISPLAY=");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("1 of 300x300"));
  CHECK(read_recording(scratch / "gears").notes.size() == 1);
}
