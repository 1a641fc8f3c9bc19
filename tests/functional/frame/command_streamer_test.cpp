#include "functional/frame/command_streamer.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/primitive_topology.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr std::uint32_t kEnd = 0x05000000, kNoop = 0;
constexpr std::uint64_t kStart = 0x1000, kData = 0x20000;

/// A stream in memory of which the first MiB is mapped.
struct Stream {
  GpuMemory memory;
  PipelineStatistics statistics;
  CommandStreamer streamer{memory, statistics,
                           [](ByteAddress address, ByteSize size) { return address.value() + size.value() <= 1 << 20; },
                           1000};

  void put(std::uint64_t address, const std::vector<std::uint32_t>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) memory.write_u32(ByteAddress{address + 4 * i}, words[i]);
  }
  StreamEvent run(const std::vector<std::uint32_t>& words) {
    put(kStart, words);
    streamer.begin(ByteAddress{kStart});
    return streamer.run();
  }
  std::uint32_t word(std::uint64_t address) { return memory.read_u32(ByteAddress{address}); }
};

std::vector<std::uint32_t> load(std::uint32_t reg, std::uint32_t value) {
  return {0x11000001, reg, value};
}
std::vector<std::uint32_t> operator+(std::vector<std::uint32_t> a, const std::vector<std::uint32_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("a stream ends at the end of its batch", "[frame][streamer]") {
  Stream s;
  CHECK(s.run({kNoop, kNoop, kEnd}) == StreamEvent::kEnd);
  CHECK(s.streamer.commands() == 3);
}

TEST_CASE("a jump goes on elsewhere and a call comes back", "[frame][streamer]") {
  Stream s;
  // A call to 0x3000, whose stores come before those behind it, and a jump to 0x4000.
  s.put(0x3000, {0x10000002, kData, 0, 11, kEnd});
  s.put(0x4000, {0x10000002, kData + 8, 0, 13, kEnd});
  CHECK(s.run({0x18C00101, 0x3000, 0, 0x10000002, kData + 4, 0, 12, 0x18800101, 0x4000, 0}) == StreamEvent::kEnd);
  CHECK(s.word(kData) == 11);
  CHECK(s.word(kData + 4) == 12);
  CHECK(s.word(kData + 8) == 13);
}

TEST_CASE("MI_STORE_DATA_IMM stores all of its data, with Store Qword or without", "[frame][streamer]") {
  Stream s;
  s.put(kData, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  s.run({0x10000002, kData,      0, 21,                  // one DWord
         0x10200003, kData + 8,  0, 22, 23,              // a QWord
         0x10000003, kData + 16, 0, 24, 25,              // two DWords, as for a return address
         0x10000004, kData + 24, 0, 26, 27, 28, kEnd});  // three
  const std::vector<std::uint32_t> expected{21, 2, 22, 23, 24, 25, 26, 27, 28, 10};
  for (std::uint32_t i = 0; i < expected.size(); ++i) CHECK(s.word(kData + 4 * i) == expected[i]);
}

TEST_CASE("MI_STORE_DATA_IMM counts its DWords in ten bits", "[frame][streamer]") {
  Stream s;
  std::vector<std::uint32_t> words(2 + 0x102);
  words[0] = 0x10000102;
  words[1] = kData;
  words.back() = 77;
  words.push_back(kEnd);
  CHECK(s.run(words) == StreamEvent::kEnd);
  CHECK(s.streamer.commands() == 2);
  CHECK(s.word(kData + 4 * 0x100) == 77);
}

TEST_CASE("a secondary batch jumps back to where its caller stored", "[frame][streamer]") {
  Stream s;
  // Its last command's address, of eight bytes, held something else before.
  s.put(0x3000, {0x10000002, kData, 0, 11, 0x18800101, 0x9000, 0xFFFF});
  s.put(0x4000, {0x10000002, kData + 4, 0, 12, kEnd});
  CHECK(s.run({0x10000003, 0x3014, 0, 0x4000, 0, 0x18800101, 0x3000, 0}) == StreamEvent::kEnd);
  CHECK(s.word(kData) == 11);
  CHECK(s.word(kData + 4) == 12);
  CHECK(s.word(0x3018) == 0);
}

TEST_CASE("words are copied through memory and registers", "[frame][streamer]") {
  Stream s;
  s.put(kData, {0xCAFE});
  s.run({0x17000003, kData + 4, 0, kData, 0,        // MI_COPY_MEM_MEM
         0x14800002, 0x2600, kData, 0,              // MI_LOAD_REGISTER_MEM
         0x15000001, 0x2600, 0x2608,                // MI_LOAD_REGISTER_REG
         0x12000002, 0x2608, kData + 8, 0, kEnd});  // MI_STORE_REGISTER_MEM
  CHECK(s.word(kData + 4) == 0xCAFE);
  CHECK(s.word(kData + 8) == 0xCAFE);
}

TEST_CASE("GT_MODE takes the bits that its upper half names, and a draw finds them", "[frame][streamer]") {
  constexpr std::uint32_t kGtMode = 0x7008;
  const std::vector<std::uint32_t> draw{0x7B000005, 4, 3, 0, 1, 0, 0, kEnd};
  Stream s;
  CHECK(s.run(draw) == StreamEvent::kDraw);
  CHECK(s.streamer.state().gt_mode() == 0x100);  // blocks of 16x4
  s.run(load(kGtMode, 0x0300'0200) + draw);
  CHECK(s.streamer.state().gt_mode() == 0x200);
  s.run(load(kGtMode, 0x1800'1900) + std::vector<std::uint32_t>{0x12000002, kGtMode, kData, 0} + draw);
  CHECK(s.streamer.state().gt_mode() == 0x1A00);
  CHECK(s.word(kData) == 0x1A00);
}

TEST_CASE("a predicated draw happens when the predicate is set", "[frame][streamer]") {
  const std::vector<std::uint32_t> draw{0x7B000105, 0, 3, 0, 1, 0, 0, kEnd};
  const auto sources = [](std::uint32_t a, std::uint32_t b) { return load(0x2400, a) + load(0x2408, b); };
  Stream equal;
  CHECK(equal.run(sources(5, 5) + std::vector<std::uint32_t>{0x06000082} + draw) == StreamEvent::kDraw);
  Stream other;
  CHECK(other.run(sources(5, 6) + std::vector<std::uint32_t>{0x06000082} + draw) == StreamEvent::kEnd);
  Stream inverted;
  CHECK(inverted.run(sources(5, 6) + std::vector<std::uint32_t>{0x060000C2} + draw) == StreamEvent::kDraw);
}

TEST_CASE("an indirect draw takes its parameters from registers", "[frame][streamer]") {
  Stream s;
  CHECK(s.run(std::vector<std::uint32_t>{0x784B0000, 5} + load(0x2430, 1) + load(0x2434, 30) + load(0x2438, 4) +
              load(0x243C, 2) + load(0x2440, 0xFFFF'FFFF) +
              std::vector<std::uint32_t>{0x7B000405, 0x100, 9, 9, 9, 9, 9, kEnd}) == StreamEvent::kDraw);
  const DrawCall& draw = s.streamer.draw();
  CHECK(draw.topology == gen9::PrimitiveTopology::kTriStrip);
  CHECK(draw.indexed);
  CHECK(draw.start_vertex == 1);
  CHECK(draw.vertex_count == 30);
  CHECK(draw.instance_count == 4);
  CHECK(draw.start_instance == 2);
  CHECK(draw.base_vertex == -1);
}

TEST_CASE("PIPE_CONTROL stores a value, the count of samples or a time", "[frame][streamer]") {
  Stream s;
  s.statistics.samples_passed = 77;
  s.run({0x7A000004, 1 << 14, kData, 0, 5, 6, 0x7A000004, 2 << 14, kData + 8, 0, 0, 0, 0x7A000004, 3 << 14, kData + 16,
         0, 0, 0, kEnd});
  CHECK(s.word(kData) == 5);
  CHECK(s.word(kData + 4) == 6);
  CHECK(s.word(kData + 8) == 77);
  CHECK(s.word(kData + 16) == 3);
}

TEST_CASE("an armed depth operation happens at the next store of PIPE_CONTROL, unless it is disarmed",
          "[frame][streamer]") {
  const std::vector<std::uint32_t> flush{0x7A000004, 0, 0, 0, 0, 0}, store{0x7A000004, 1 << 14, kData, 0, 0, 0};
  const std::vector<std::uint32_t> arm{0x78520003, 1u << 30, 0, 0x00010001, 0xFFFF}, disarm{0x78520003, 0, 0, 0, 0};
  Stream armed;
  CHECK(armed.run(arm + flush + store + std::vector<std::uint32_t>{kEnd}) == StreamEvent::kDepthClear);
  Stream disarmed;
  CHECK(disarmed.run(arm + disarm + store + std::vector<std::uint32_t>{kEnd}) == StreamEvent::kEnd);
}

TEST_CASE("vertex buffers and instancing replace only what they name", "[frame][streamer]") {
  Stream s;
  s.run({0x78080003, 0x08000010, 0x100, 0, 64, 0x78080003, 0x10000020, 0x200, 0, 65,  // buffers 2 and 4
         0x78490001, 0x103, 7, 0x78490001, 0x4, 9, kEnd});
  CHECK(s.streamer.state().vertex_buffer(2)[1] == 0x100);
  CHECK(s.streamer.state().vertex_buffer(4)[1] == 0x200);
  CHECK(s.streamer.state().instanced(3));
  CHECK(s.streamer.state().instance_step(3) == 7);
  CHECK_FALSE(s.streamer.state().instanced(4));
}

TEST_CASE("what is no command, leaves the memory or has no end is refused with its place", "[frame][streamer]") {
  Stream s;
  CHECK_THROWS_WITH(s.run({kNoop, 0x20000000}), Catch::Contains("at 0x1004: 0x20000000 begins no command"));
  CHECK_THROWS_WITH(s.run({0x18800101, 0x7000'0000, 0}), Catch::Contains("leaves the memory"));
  CHECK_THROWS_WITH(s.run({0x10000002, 0x7000'0000, 0, 1}), Catch::Contains("stores to 0x70000000"));
  CHECK_THROWS_WITH(s.run({0x18800101, kStart, 0}), Catch::Contains("does not end: it has executed 1000 commands"));
  CHECK_THROWS_WITH(s.run({0x0E000002, 1, kData, 0, kEnd}), Catch::Contains("waits for a value"));
  try {
    s.run({0x14000002, 0, 0, 0, kEnd});  // MI_REPORT_PERF_COUNT
    FAIL("is refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
  }
}

TEST_CASE("write offsets of stream output are registers, whose values may come from memory", "[frame][streamer]") {
  Stream s;
  s.put(kData, {1, 2, 3, 60});
  const auto buffer = [](std::uint32_t number, std::uint32_t flags, std::uint32_t offset) {
    return std::vector<std::uint32_t>{0x79180006, number << 29 | flags, 0x8000, 0, 99, kData + 12, 0, offset};
  };
  constexpr std::uint32_t kWrites = 1u << 21, kHasAddress = 1u << 20;
  s.run(load(0x5280, 8) + load(0x528C, 12) +     // by register
        buffer(1, kWrites, 16) +                 // by the command
        buffer(2, kWrites | kHasAddress, ~0u) +  // from memory
        buffer(3, kHasAddress, 20) +             // not at all
        std::vector<std::uint32_t>{0x12000002, 0x5284, kData, 0, kEnd});
  CHECK(s.streamer.registers().stream_offsets() == StreamOffsets{8, 16, 60, 12});
  CHECK(s.word(kData) == 16);
  CHECK(gen9::read_field(s.streamer.state().stream_buffer(2), gen9::command::kSoBuffer["Surface Size"]) == 99);
  CHECK(s.streamer.state().stream_buffer(0).empty());
}

TEST_CASE("primitives of stream output are counted by stream", "[frame][streamer]") {
  Stream s;
  s.statistics.stream_primitives_written = {1, 2, 3, 0x1'0000'0004};
  s.statistics.stream_primitives_needed = {5, 6, 7, 8};
  const auto store = [](std::uint32_t reg, std::uint32_t word) {
    return std::vector<std::uint32_t>{0x12000002, reg, static_cast<std::uint32_t>(kData + 4 * word), 0};
  };
  s.run(load(0x5200, 77) + store(0x5200, 0) + store(0x5218, 1) + store(0x521C, 2) + store(0x5248, 3) +
        store(0x5258, 4) + std::vector<std::uint32_t>{kEnd});
  for (const auto& [word, value] : {std::pair{0u, 1u}, {1u, 4u}, {2u, 1u}, {3u, 6u}, {4u, 8u}})
    CHECK(s.word(kData + 4 * word) == value);
}

TEST_CASE("PIPE_CONTROL may load a register in place of memory", "[frame][streamer]") {
  Stream s;
  s.run({0x7A000004, 1u << 23, 0x2608, 0, 1234, 0, 0x12000002, 0x2608, kData, 0, kEnd});
  CHECK(s.word(kData) == 1234);
}

TEST_CASE("batches may call others three deep, and no deeper", "[frame][streamer]") {
  const auto call = [](std::uint32_t to) { return std::vector<std::uint32_t>{0x18C00101, to, 0, kEnd}; };
  Stream s;
  s.put(0x3000, call(0x4000));
  s.put(0x4000, call(0x5000));
  s.put(0x5000, {kEnd});
  CHECK(s.run(call(0x3000)) == StreamEvent::kEnd);
  s.put(0x5000, call(0x6000));
  s.put(0x6000, {kEnd});
  CHECK_THROWS_WITH(s.run(call(0x3000)), Catch::Contains(": unsupported: batches that call others more than 3 deep"));
}

TEST_CASE("a run ahead stops before commands that wait for draws, and goes on from there", "[frame][streamer]") {
  const auto fenced = [](const std::vector<std::uint32_t>& command) {
    Stream s;
    s.put(kStart, load(0x2608, 7) + command + std::vector<std::uint32_t>{kEnd});
    s.streamer.begin(ByteAddress{kStart});
    const StreamEvent event = s.streamer.run_ahead();
    const std::uint64_t before = s.streamer.commands();
    CHECK(s.streamer.run() == StreamEvent::kEnd);
    CHECK(s.streamer.commands() == 3);
    CHECK(before == (command.size() == 1 ? 2u : 1u));  // the end of the stream is a fence, too
    return event == StreamEvent::kFence;
  };
  const auto pipe_control = [](std::uint32_t flags) {
    return std::vector<std::uint32_t>{0x7A000004, flags, 0, 0, 0, 0};
  };
  CHECK(fenced({kNoop}));                                 // by the end
  CHECK(fenced(pipe_control(1u << 20)));                  // command streamer stall
  CHECK(fenced(pipe_control(1u << 12)));                  // render target flush
  CHECK(fenced(pipe_control(1u << 13)));                  // depth stall
  CHECK(fenced({0x7A000004, 1u << 14, kData, 0, 1, 0}));  // post-sync write
  CHECK(fenced({0x10000002, kData, 0, 11}));              // MI_STORE_DATA_IMM
  CHECK(fenced({0x14800002, 0x2608, kData, 0}));          // MI_LOAD_REGISTER_MEM
}

TEST_CASE("invalidations of what no cache holds, state and calls are no fences", "[frame][streamer]") {
  Stream s;
  s.put(0x3000, {0x7A000004, 1u << 11 | 1u << 2, 0, 0, 0, 0, kEnd});
  s.put(kStart,
        load(0x2608, 7) + std::vector<std::uint32_t>{0x18C00101, 0x3000, 0, kNoop, 0x10000002, kData, 0, 3, kEnd});
  s.streamer.begin(ByteAddress{kStart});
  CHECK(s.streamer.run_ahead() == StreamEvent::kFence);
  CHECK(s.streamer.commands() == 5);
  CHECK(s.word(kData) == 0);
  CHECK(s.streamer.run_ahead() == StreamEvent::kFence);  // still there
  CHECK(s.streamer.run() == StreamEvent::kEnd);
  CHECK(s.word(kData) == 3);
}

TEST_CASE("invalidations of textures, constants and vertices are fences", "[frame][streamer]") {
  for (const unsigned bit : {3u, 4u, 10u}) {
    Stream s;
    s.put(kStart, {0x7A000004, 1u << bit, 0, 0, 0, 0, kEnd});
    s.streamer.begin(ByteAddress{kStart});
    CHECK(s.streamer.run_ahead() == StreamEvent::kFence);
    CHECK(s.streamer.commands() == 0);
  }
}
