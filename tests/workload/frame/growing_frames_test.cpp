#include "workload/frame/growing_frames.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>

#include "base/diagnostic.h"
#include "support/scratch_folder.h"
#include "workload/frame/recording_bytes.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint64_t kCommands = 0x10000, kData = 0x20000, kDataBytes = 0x3000;
constexpr std::uint32_t kStoreDword = 0x1000'0002, kBatchEnd = 0x0500'0000;

/// A recording on the disk, to which a test adds.
class Growing {
 public:
  explicit Growing(const std::string& file) : file_{file} {
    recording.map(kCommands, 0x1000).map(kData, kDataBytes);
    save();
  }
  std::uint64_t save() {
    std::ofstream{file_, std::ios::binary}.write(reinterpret_cast<const char*>(recording.bytes.data()),
                                                 static_cast<std::streamsize>(recording.bytes.size()));
    return recording.offset();
  }
  std::uint64_t submit_store(std::uint64_t address, std::uint32_t word) {
    recording.write(kCommands, {kStoreDword, static_cast<std::uint32_t>(address), 0, word, kBatchEnd});
    recording.submit(kCommands);
    return save();
  }

  RecordingBytes recording;

 private:
  std::string file_;
};

std::uint32_t word_at(const std::vector<ChangedRange>& changes, std::uint64_t address) {
  for (const ChangedRange& range : changes) {
    if (address < range.address || address + 4 > range.address + range.bytes.size()) continue;
    std::uint32_t word = 0;
    std::memcpy(&word, range.bytes.data() + (address - range.address), sizeof word);
    return word;
  }
  FAIL("not among the changes");
  return 0;
}

}  // namespace

TEST_CASE("each part of a recording that grows leaves what its submission wrote", "[workload][frame]") {
  const test::ScratchFolder scratch;
  Growing growing{(scratch / "recording").string()};
  GrowingFrames frames{scratch / "recording"};
  const auto first = frames.execute_to(growing.submit_store(kData + 8, 0x1234'5678));
  CHECK(word_at(first, kData + 8) == 0x1234'5678);
  CHECK(word_at(first, kData + 12) == 0);
  growing.recording.write(kData + 0x2000, {77});
  const auto second = frames.execute_to(growing.submit_store(kData + 0x1004, 5));
  REQUIRE(second.size() == 1);  // neither what the CPU wrote nor what was changed before
  CHECK(second.front().address == kData + 0x1000);
  CHECK(second.front().bytes.size() == 0x1000);
  CHECK(word_at(second, kData + 0x1004) == 5);
  CHECK(frames.submissions() == 2);
}

TEST_CASE("neighbouring tiles that change are one range, and ranges end where mappings do", "[workload][frame]") {
  const test::ScratchFolder scratch;
  Growing growing{(scratch / "recording").string()};
  growing.recording.map(kData + kDataBytes, 0x1000);
  GrowingFrames frames{scratch / "recording"};
  growing.recording.write(kCommands, {kStoreDword, kData, 0, 1, kStoreDword, kData + 0x1000, 0, 2, kStoreDword,
                                      kData + 0x2000, 0, 3, kStoreDword, kData + 0x3000, 0, 4, kBatchEnd});
  growing.recording.submit(kCommands);
  frames.execute_to(growing.save());
  const auto again = frames.execute_to((growing.recording.submit(kCommands), growing.save()));
  REQUIRE(again.size() == 2);
  CHECK(again[0].bytes.size() == kDataBytes);
  CHECK(again[1].address == kData + kDataBytes);
}

TEST_CASE("a submission that the model does not support is refused with its command", "[workload][frame]") {
  const test::ScratchFolder scratch;
  Growing growing{(scratch / "recording").string()};
  GrowingFrames frames{scratch / "recording"};
  growing.recording.write(kCommands, {0x1780'0009, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, kBatchEnd});  // MI_ATOMIC
  growing.recording.submit(kCommands);
  const std::uint64_t end = growing.save();
  try {
    frames.execute_to(end);
    FAIL("was executed");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
    CHECK_THAT(error.diagnostics().front().text(), Contains("submission 0, command 0 (MI_ATOMIC"));
  }
}
