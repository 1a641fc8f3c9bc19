// Command streams are followed through their jumps and calls, and what leads nowhere ends with a message.
#include "workload/frame/command_walk.h"

#include <catch2/catch.hpp>
#include <initializer_list>
#include <vector>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

constexpr std::uint32_t kEnd = 0x05000000, kNoop = 0, kJump = 0x18800001, kCall = 0x18C00001;

struct Stream {
  functional::GpuMemory memory;
  functional::MappedRanges mapped;

  Stream() { mapped.add(ByteAddress{0x1000}, ByteSize{0x3000}); }

  Stream& at(std::uint64_t address, std::initializer_list<std::uint32_t> words) {
    for (const std::uint32_t word : words) {
      memory.write_u32(ByteAddress{address}, word);
      address += 4;
    }
    return *this;
  }

  std::vector<std::uint64_t> addresses() const {
    std::vector<std::uint64_t> list;
    walk_commands(memory, mapped, 0x1000, "r: submission 0",
                  [&](const WalkedCommand& command) { list.push_back(command.address); });
    return list;
  }

  std::string problem() const {
    try {
      addresses();
    } catch (const Error& error) {
      return std::to_string(static_cast<int>(error.code())) + " " + error.diagnostics().front().text();
    }
    return "";
  }
};

}  // namespace

TEST_CASE("a jump goes on elsewhere, and a call comes back", "[frames]") {
  Stream stream;
  // The upper bits are a sign that an address of 48 bits does not have.
  stream.at(0x1000, {kJump, 0x2000, 0xFFFF0000}).at(0x2000, {kCall, 0x3000, 0, kNoop, kEnd}).at(0x3000, {kNoop, kEnd});
  CHECK(stream.addresses() == std::vector<std::uint64_t>{0x1000, 0x2000, 0x3000, 0x3004, 0x200C, 0x2010});
}

TEST_CASE("a batch may be called many times, but not jumped to in a circle", "[frames]") {
  Stream stream;
  stream.at(0x1000, {kCall, 0x3000, 0, kCall, 0x3000, 0, kEnd}).at(0x3000, {kJump, 0x3010, 0}).at(0x3010, {kEnd});
  CHECK(stream.addresses().size() == 7);
  stream.at(0x1000, {kJump, 0x1000, 0});
  CHECK(stream.problem() ==
        "4 r: submission 0: command 1 at 0x1000 jumps to 0x1000 for the second time; expected a stream that ends");
  stream.at(0x1000, {kNoop, kJump, 0x2000, 0}).at(0x2000, {kNoop, kJump, 0x1000, 0});
  CHECK(stream.problem() ==
        "4 r: submission 0: command 5 at 0x1004 jumps to 0x2000 for the second time; expected a stream that ends");
}

TEST_CASE("a batch returns to where its callers stored, from wherever they jumped to it", "[frames]") {
  constexpr std::uint32_t kStoreTwo = 0x10000003;
  Stream stream;
  stream.at(0x1000, {kStoreTwo, 0x200C, 0, 0x1020, 0, kJump, 0x2000, 0})
      .at(0x1020, {kStoreTwo, 0x200C, 0, 0x1040, 0, kJump, 0x2000, 0})
      .at(0x1040, {kEnd})
      .at(0x2000, {kNoop, kNoop, kJump, 0xBAD0, 0xFFFF});
  const std::vector<std::uint64_t> expected{0x1000, 0x1014, 0x2000, 0x2004, 0x2008, 0x1020,
                                            0x1034, 0x2000, 0x2004, 0x2008, 0x1040};
  CHECK(stream.addresses() == expected);
  CHECK(stream.memory.read_u32(ByteAddress{0x200C}) == 0xBAD0);  // nothing is executed
}

TEST_CASE("a batch that calls itself is refused", "[frames]") {
  Stream stream;
  stream.at(0x1000, {kCall, 0x1000, 0});
  CHECK(stream.problem() ==
        "8 r: submission 0: command 3 at 0x1000 calls a batch from a called batch; expected calls at most 3 deep");
}

TEST_CASE("a stream that leaves mapped memory or holds no command is refused with its place", "[frames]") {
  Stream stream;
  stream.at(0x1000, {kJump, 0x3FFC, 0}).at(0x3FFC, {kNoop});
  CHECK(stream.problem() == "4 r: submission 0: command 2 at 0x4000 is not mapped");
  // The command begins in mapped memory and ends outside.
  stream.at(0x3FFC, {0x78080003});
  CHECK(stream.problem() == "4 r: submission 0: command 1 at 0x3ffc is not mapped");
  stream.at(0x1000, {0xFFFFFFFF});
  CHECK(stream.problem() == "4 r: submission 0: command 0 at 0x1000 begins with 0xffffffff, which begins no command");
}

TEST_CASE("calls within calls that would never come to an end in time are refused by their number of commands",
          "[frames]") {
  Stream stream;
  // 256 calls of a batch with 256 calls of a batch with 256 calls.
  for (std::uint64_t level = 0; level < 3; ++level) {
    const std::uint64_t first = 0x1000 + level * 0x1000;
    for (std::uint64_t call = 0; call < 256; ++call)
      stream.at(first + 12 * call, {kCall, static_cast<std::uint32_t>(first + 0x1000), 0});
    stream.at(first + 12 * 256, {kEnd});
  }
  stream.mapped.add(ByteAddress{0x4000}, ByteSize{0x1000});
  stream.at(0x4000, {kEnd});
  CHECK(stream.problem().starts_with("8 r: submission 0: command 16777216 at 0x"));
}
