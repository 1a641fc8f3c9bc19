// Notes of recordings that a run answers with files.
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "support/scratch_folder.h"
#include "workload/frame/captured_frames.h"
#include "workload/frame/frame_recording.h"
#include "workload/frame/frame_workload.h"
#include "workload/frame/frame_writer.h"
#include "workload/frame/noted_bytes.h"
#include "workload/frame/noted_picture.h"
#include "workload/frame/recording_bytes.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;

namespace {

/// A recording that notes two words of memory.
RecordingBytes noting(const std::vector<std::string>& texts) {
  RecordingBytes recording;
  recording.map(0x10000, 0x1000).write(0x10008, {7, 9});
  for (const std::string& text : texts) recording.note(0x10008, 8, text);
  return recording;
}

void save(const test::ScratchFolder& scratch, const std::vector<std::byte>& bytes) {
  scratch.write("noted.frames", std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::map<std::string, std::string> noted_files(const std::vector<std::string>& texts) {
  const test::ScratchFolder scratch;
  save(scratch, noting(texts).bytes);
  FrameParameters parameters;
  parameters.file = (scratch / "noted.frames").string();
  functional::Workload workload = make_frame_workload(parameters);
  functional::run_untimed(workload);
  std::map<std::string, std::string> files;
  for (const functional::ResultFile& file : workload.results()) files[file.name] = file.content;
  return files;
}

/// The message with which a recording of one note is refused as malformed; empty: it runs.
std::string refusal(const std::string& text) {
  try {
    noted_files({text});
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a picture that is noted twice is an error, not a lost file", "[frame]") {
  const test::ScratchFolder scratch;
  FrameRecording whole{"tests/data/frames/interface.frames.zst"};
  FrameWriter writer{whole.header()};
  while (const std::optional<FrameRecord> record = whole.next()) {
    writer.add(record->content);
    if (std::holds_alternative<FrameNote>(record->content)) writer.add(record->content);
  }
  save(scratch, writer.bytes());
  FrameParameters parameters;
  parameters.file = (scratch / "noted.frames").string();
  functional::Workload workload = make_frame_workload(parameters);
  CHECK_THROWS_WITH(functional::run_untimed(workload), Contains("notes picture 0 twice"));
}

TEST_CASE("memory that is noted as bytes is left as a file", "[frame]") {
  const auto files = noted_files({"bytes 3", "bytes 12 of samples", "bytes", "bytes 4x", "of bytes 5"});
  CHECK(files.size() == 3);
  CHECK(files.contains("frame.json"));
  const std::string words{"\x07\0\0\0\x09\0\0\0", 8};
  CHECK(files.at("bytes_3.bin") == words);
  CHECK(files.at("bytes_12.bin") == words);
}

TEST_CASE("bytes that are noted twice are an error, not a lost file", "[frame]") {
  CHECK_THROWS_WITH(noted_files({"bytes 1", "bytes 1"}), Contains("notes bytes 1 twice"));
}

TEST_CASE("a note that begins as that of a picture or of bytes and goes on in another way is refused with its form",
          "[frame]") {
  for (const char* text :
       {"picture 4294967296: 2 x 1, R8G8B8A8, 8 bytes a row", "picture -1: 2 x 1, R8G8B8A8, 8 bytes a row",
        "picture 99999999999999999999: 2 x 1, R8G8B8A8, 8 bytes a row",
        "picture 0: 4294967298 x 1, R8G8B8A8, 8 bytes a row", "picture 0: 2 x -1, R8G8B8A8, 8 bytes a row",
        "picture 0: 2 x 1, R8G8B8A8, 8 bananas a row", "picture 0: 2 x 1, R8G8B8A8, 8 bytes a row of apples",
        "picture 0: 2 x 1, R8G8B8A8, 4294967304 bytes a row", "picture 0: 2 x 1, R32_FLOAT, 8 bytes a row",
        "picture 0: a cat"}) {
    INFO(text);
    const std::string said = refusal(text);
    CHECK_THAT(said, Contains("noted.frames: the note \"" + std::string{text} + "\" is wrong from letter "));
    CHECK_THAT(said, Contains("expected `picture N: W x H, R8G8B8A8, P bytes a row`, or B8G8R8A8"));
  }
  for (const char* text : {"bytes 4294967296", "bytes -1", "bytes +1 of samples", "bytes 99999999999999999999"}) {
    INFO(text);
    CHECK_THAT(refusal(text), Contains("expected `bytes N`, with numbers up to 4294967295"));
  }
}

TEST_CASE("notes of other words are for readers", "[frame]") {
  for (const char* text : {"picture of a cat", "picture 3 of the series", "a picture 0: 1 x 1", "pictures 4294967296:",
                           "picture", "picture ", "picture -: 2", "bytes of samples", "bytes 0x40 to 0x80",
                           "bytes 99999999999..", "bytes -", "", "occlusion query: samples that passed, 64-bit"}) {
    INFO(text);
    CHECK(noted_files({text}).size() == 1);
  }
  CHECK(noted_files({std::string{"bytes 4\0", 8}, "bytes 4294967295"}).size() == 3);
  CHECK(noted_files({"picture 4294967295: 2 x 1, B8G8R8A8, 8 bytes a row"}).contains("picture_4294967295.png"));
}

TEST_CASE("an extent, a row and memory that no picture has are refused for what they are", "[frame]") {
  CHECK_THAT(refusal("picture 5: 0 x 0, R8G8B8A8, 8 bytes a row"),
             Contains("the note of picture 5 names 0 x 0 pixels; expected 1 to 16384 each way"));
  CHECK_THAT(refusal("picture 5: 16385 x 1, R8G8B8A8, 80000 bytes a row"), Contains("names 16385 x 1 pixels"));
  CHECK_THAT(refusal("picture 5: 2 x 1, R8G8B8A8, 7 bytes a row"),
             Contains("names 7 bytes a row; expected at least 8 for 2 x 1 pixels"));
  CHECK_THAT(refusal("picture 5: 2 x 2, R8G8B8A8, 8 bytes a row"),
             Contains("names 8 bytes of memory; expected 16, the picture's rows"));
}

TEST_CASE("a recording that a run will refuse for a note is kept whole, and says so", "[frame]") {
  const test::ScratchFolder scratch;
  const RecordingBytes recording = noting({"picture 0: a cat", "picture 1: 2 x 1, R8G8B8A8, 8 bytes a row"});
  save(scratch, recording.bytes);
  const CapturedFrames frames = take_frames(scratch / "noted.frames");
  CHECK(frames.bytes == recording.bytes.size());
  CHECK_FALSE(frames.cut);
  CHECK(frames.pictures == 1);
  REQUIRE(frames.wrong_note);
  CHECK_THAT(*frames.wrong_note, Contains("picture 0: a cat"));
}
