#include "workload/frame/frame_server.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <vector>

#include "capture/capture_contract.h"
#include "support/scratch_folder.h"
#include "workload/frame/recording_bytes.h"

using namespace texpipe;
using Catch::Matchers::Contains;

namespace {

constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::uint32_t kStoreDword = 0x1000'0002, kBatchEnd = 0x0500'0000, kAtomic = 0x1780'0009;
constexpr std::uint64_t kCommands = 0x10000;

/// Stands for the recorder in a program.
class Recorder {
 public:
  explicit Recorder(const test::ScratchFolder& scratch)
      : socket_{socket(AF_UNIX, SOCK_STREAM, 0)}, file_{(scratch / capture::kRecordingFile).string()} {
    const study::Descriptor folder{open(scratch.path().c_str(), O_PATH)};
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = "/proc/self/fd/" + std::to_string(folder.number()) + '/' + capture::kExecutorSocket;
    std::strcpy(address.sun_path, name.c_str());
    REQUIRE(connect(socket_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    recording.map(kCommands, 0x1000);
  }

  void ask(const std::vector<std::uint32_t>& commands) {
    recording.head(3, 8 + 4 * commands.size()).u64(kCommands);
    for (const std::uint32_t word : commands) recording.u32(word);
    recording.submit(kCommands);
    std::ofstream{file_, std::ios::binary}.write(reinterpret_cast<const char*>(recording.bytes.data()),
                                                 static_cast<std::streamsize>(recording.bytes.size()));
    const capture::ExecutedPart part{recording.offset()};
    REQUIRE(send(socket_.number(), &part, sizeof part, 0) == sizeof part);
  }

  /// The next head of an answer, with the bytes behind it.
  capture::WrittenRange answer(std::vector<std::byte>& bytes) {
    capture::WrittenRange range;
    REQUIRE(recv(socket_.number(), &range, sizeof range, MSG_WAITALL) == sizeof range);
    bytes.resize(range.bytes);
    if (!bytes.empty())
      REQUIRE(recv(socket_.number(), bytes.data(), bytes.size(), MSG_WAITALL) == static_cast<ssize_t>(bytes.size()));
    return range;
  }

  void leave() { socket_ = study::Descriptor{}; }

  study::RecordingBytes recording;

 private:
  study::Descriptor socket_;
  std::string file_;
};

}  // namespace

TEST_CASE("the executor answers a recorder with the memory that a submission wrote", "[workload][frame]") {
  const test::ScratchFolder scratch;
  study::FrameServer executor{scratch.path()};
  Recorder recorder{scratch};
  executor.serve(kPatience);  // takes the connection
  recorder.ask({kStoreDword, kCommands + 0x80, 0, 42, kBatchEnd});
  executor.serve(kPatience);
  std::vector<std::byte> bytes;
  CHECK(recorder.answer(bytes).address == kCommands);
  REQUIRE(bytes.size() == 0x1000);
  CHECK(bytes[0x80] == std::byte{42});
  CHECK(recorder.answer(bytes).address == capture::kAllExecuted);
  CHECK(executor.executed() == 1);
  CHECK_FALSE(executor.refused());
}

TEST_CASE("the executor tells a recorder what it cannot execute, and executes nothing behind it", "[workload][frame]") {
  const test::ScratchFolder scratch;
  study::FrameServer executor{scratch.path()};
  Recorder recorder{scratch};
  executor.serve(kPatience);
  recorder.ask({kBatchEnd});
  executor.serve(kPatience);
  std::vector<std::byte> bytes;
  CHECK(recorder.answer(bytes).address == capture::kAllExecuted);
  recorder.ask({kAtomic, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, kBatchEnd});
  executor.serve(kPatience);
  CHECK(recorder.answer(bytes).address == capture::kNotExecuted);
  CHECK(executor.executed() == 1);
  REQUIRE(executor.refused());
  CHECK_THAT(*executor.refused(), Contains("MI_ATOMIC"));
}

TEST_CASE("a recorder that leaves in the middle of a question does the executor no harm", "[workload][frame]") {
  const test::ScratchFolder scratch;
  study::FrameServer executor{scratch.path()};
  Recorder recorder{scratch};
  executor.serve(kPatience);
  recorder.leave();
  executor.serve(kPatience);
  executor.serve(std::chrono::milliseconds{1});
  CHECK(executor.executed() == 0);
}
