#include "functional/frame/stream_output/stream_output.h"

#include <catch2/catch.hpp>
#include <initializer_list>

#include "functional/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::CommandId;
using gen9::PrimitiveTopology;

namespace {

using Words = std::vector<std::uint32_t>;

struct DeclaredOutput {
  unsigned stream = 0;
  unsigned buffer = 0;
  unsigned slot = 0;
  unsigned channels = 0xF;
  bool gap = false;
};

/// A draw whose stream output goes to buffers that hold 0xEEEEEEEE before.
struct StreamBench : FrameBench {
  static constexpr std::uint32_t kUntouched = 0xEEEE'EEEE;

  StreamBench() {
    set(command::kStreamout["SO Function Enable"], 1);
    set(command::kStreamout["SO Statistics Enable"], 1);
    numbered_vertices(64);
  }

  ByteAddress buffer(unsigned index, std::uint32_t dwords, std::uint32_t pitch, ByteAddress offset_kept_at = {}) {
    const ByteAddress address = store(Words(dwords + 8, kUntouched));
    static constexpr std::array kPitches{
        command::kStreamout["Buffer 0 Surface Pitch"], command::kStreamout["Buffer 1 Surface Pitch"],
        command::kStreamout["Buffer 2 Surface Pitch"], command::kStreamout["Buffer 3 Surface Pitch"]};
    set(kPitches[index], pitch);
    Words words(8);
    const auto put = [&](gen9::FieldBits field, std::uint64_t value) { gen9::write_field(words, field, value); };
    put(command::kSoBuffer["SO Buffer Index"], index);
    put(command::kSoBuffer["SO Buffer Enable"], 1);
    put(command::kSoBuffer["Surface Base Address"], address.value());
    put(command::kSoBuffer["Surface Size"], dwords - 1);
    if (offset_kept_at.value() != 0) {
      put(command::kSoBuffer["Stream Output Buffer Offset Address Enable"], 1);
      put(command::kSoBuffer["Stream Output Buffer Offset Address"], offset_kept_at.value());
    }
    state.take(CommandId::kSoBuffer, words);
    return address;
  }

  void no_buffer(unsigned index) {
    Words words(8);
    gen9::write_field(words, command::kSoBuffer["SO Buffer Index"], index);
    state.take(CommandId::kSoBuffer, words);
  }

  void declare(std::initializer_list<DeclaredOutput> outputs) {
    std::array<std::vector<std::uint32_t>, kStreams> lists;
    std::array<unsigned, kStreams> buffers{};
    for (const DeclaredOutput& output : outputs) {
      std::uint32_t word = 0;
      const std::span<std::uint32_t> one{&word, 1};
      gen9::write_field(one, command::kSoDecl["Component Mask"], output.channels);
      gen9::write_field(one, command::kSoDecl["Register Index"], output.slot);
      gen9::write_field(one, command::kSoDecl["Hole Flag"], output.gap ? 1 : 0);
      gen9::write_field(one, command::kSoDecl["Output Buffer Slot"], output.buffer);
      lists[output.stream].push_back(word);
      buffers[output.stream] |= 1u << output.buffer;
    }
    Words words(3 + 2 * outputs.size());
    for (unsigned stream = 0; stream < kStreams; ++stream) {
      words[1] |= buffers[stream] << 4 * stream;
      words[2] |= static_cast<std::uint32_t>(lists[stream].size()) << 8 * stream;
      for (std::size_t i = 0; i < lists[stream].size(); ++i)
        words[3 + 2 * i + stream / 2] |= lists[stream][i] << 16 * (stream % 2);
    }
    state.take(CommandId::kSoDeclList, words);
  }

  Words words(ByteAddress address, unsigned count) const {
    Words read(count);
    memory.read(address, std::as_writable_bytes(std::span{read}));
    return read;
  }
};

constexpr std::uint32_t kNone = StreamBench::kUntouched;

}  // namespace

TEST_CASE("vertices of primitives are written one behind the other, as declarations say", "[stream_output]") {
  StreamBench bench;
  const ByteAddress first = bench.buffer(0, 64, 8), second = bench.buffer(2, 64, 12);
  bench.declare({{.buffer = 0, .slot = 1, .channels = 1},
                 {.buffer = 2, .slot = 1, .channels = 8},
                 {.buffer = 2, .channels = 3, .gap = true}});
  const auto drawn = bench.draw({.topology = PrimitiveTopology::kLineStrip, .vertex_count = 3});
  CHECK(drawn.primitives.size() == 2);  // they are drawn, too
  CHECK(bench.words(first, 9) == Words{0, kNone, 1, kNone, 1, kNone, 2, kNone, kNone});
  const std::uint32_t one = bits_of(1);
  CHECK(bench.words(second, 12) == Words{one, kNone, kNone, one, kNone, kNone, one, kNone, kNone, one, kNone, kNone});
  CHECK(bench.stream_offsets == StreamOffsets{32, 0, 48, 0});
  CHECK(bench.statistics.stream_primitives_needed[0] == 2);
  CHECK(bench.statistics.stream_primitives_written[0] == 2);
  // The next draw goes on behind them.
  bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 1, .start_vertex = 5});
  CHECK(bench.words(first, 10) == Words{0, kNone, 1, kNone, 1, kNone, 2, kNone, 5, kNone});
}

TEST_CASE("a primitive that does not fit one of its buffers is written to none of them", "[stream_output]") {
  StreamBench bench;
  const ByteAddress large = bench.buffer(0, 64, 4), small = bench.buffer(1, 5, 4);
  bench.declare({{.buffer = 0, .slot = 1, .channels = 1}, {.buffer = 1, .slot = 1, .channels = 1}});
  bench.draw({.topology = PrimitiveTopology::kTriList, .vertex_count = 9});
  CHECK(bench.words(large, 4) == Words{0, 1, 2, kNone});
  CHECK(bench.words(small, 4) == Words{0, 1, 2, kNone});
  CHECK(bench.stream_offsets == StreamOffsets{12, 12, 0, 0});
  CHECK(bench.statistics.stream_primitives_needed[0] == 3);
  CHECK(bench.statistics.stream_primitives_written[0] == 1);
}

TEST_CASE("a buffer that is off takes nothing and is never full", "[stream_output]") {
  StreamBench bench;
  const ByteAddress buffer = bench.buffer(0, 64, 4);
  bench.declare({{.buffer = 0, .slot = 1, .channels = 1}, {.buffer = 3, .slot = 1, .channels = 1}});
  bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 2});
  CHECK(bench.words(buffer, 3) == Words{0, 1, kNone});
  CHECK(bench.stream_offsets == StreamOffsets{8, 0, 0, 0});
}

TEST_CASE("primitives are not counted while no buffer takes them", "[stream_output]") {
  const DrawCall call{.topology = PrimitiveTopology::kPointList, .vertex_count = 2};
  StreamBench bench;
  const ByteAddress buffer = bench.buffer(0, 64, 4);
  bench.declare({{.buffer = 0, .slot = 1, .channels = 1}});
  bench.draw(call);
  // Paused: the function stays on, and its buffers go off.
  bench.no_buffer(0);
  CHECK(bench.draw(call).primitives.size() == 2);
  CHECK(bench.statistics.stream_primitives_needed[0] == 2);
  CHECK(bench.statistics.stream_primitives_written[0] == 2);
  CHECK(bench.stream_offsets == StreamOffsets{8, 0, 0, 0});
  CHECK(bench.words(buffer, 3) == Words{0, 1, kNone});
}

TEST_CASE("a stream without declarations is not captured", "[stream_output]") {
  StreamBench bench;
  const ByteAddress buffer = bench.buffer(1, 64, 4);
  bench.declare({{.stream = 1, .buffer = 1, .slot = 1, .channels = 1}});
  bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 2});
  CHECK(bench.statistics.stream_primitives_needed == std::array<std::uint64_t, 4>{});
  CHECK(bench.statistics.stream_primitives_written == std::array<std::uint64_t, 4>{});
  CHECK(bench.words(buffer, 1) == Words{kNone});
}

TEST_CASE("a stream counts the primitives that one of its buffers takes, or has no room for", "[stream_output]") {
  StreamBench bench;
  bench.buffer(0, 1, 4);
  bench.declare({{.buffer = 0, .slot = 1, .channels = 1}, {.buffer = 3, .slot = 1, .channels = 1}});
  bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 3});
  CHECK(bench.statistics.stream_primitives_needed[0] == 3);
  CHECK(bench.statistics.stream_primitives_written[0] == 1);
}

TEST_CASE("vertices are read from the offset of their stream on, and slots beyond the entry are 0", "[stream_output]") {
  StreamBench bench;
  const ByteAddress buffer = bench.buffer(0, 64, 8);
  bench.declare({{.slot = 1, .channels = 1}, {.slot = 0, .channels = 1}});
  bench.set(command::kStreamout["Stream 0 Vertex Read Offset"], 1);  // slots 2 and 3
  bench.set(command::kUrbVs["VS URB Entry Allocation Size"], 0);
  bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 1, .start_vertex = 7});
  CHECK(bench.words(buffer, 3) == Words{0, 0, kNone});
}

TEST_CASE("odd triangles of a strip keep their first or their last vertex, as the reorder mode says",
          "[stream_output]") {
  for (const bool trailing : {false, true}) {
    StreamBench bench;
    const ByteAddress buffer = bench.buffer(0, 64, 4);
    bench.declare({{.slot = 1, .channels = 1}});
    bench.set(command::kStreamout["Reorder Mode"], trailing ? 1 : 0);
    bench.draw({.topology = PrimitiveTopology::kTriStrip, .vertex_count = 4});
    CHECK(bench.words(buffer, 6) == (trailing ? Words{0, 1, 2, 2, 1, 3} : Words{0, 1, 2, 1, 3, 2}));
  }
}

TEST_CASE("adjacent vertices are not written", "[stream_output]") {
  StreamBench bench;
  const ByteAddress buffer = bench.buffer(0, 64, 4);
  bench.declare({{.slot = 1, .channels = 1}});
  bench.draw({.topology = PrimitiveTopology::kTriListAdj, .vertex_count = 6});
  CHECK(bench.words(buffer, 4) == Words{0, 2, 4, kNone});
}

TEST_CASE("rendering can be disabled and forced", "[stream_output]") {
  StreamBench bench;
  bench.buffer(0, 64, 4);
  bench.declare({{.slot = 1, .channels = 1}});
  const DrawCall call{.topology = PrimitiveTopology::kTriList, .vertex_count = 3};
  bench.set(command::kStreamout["Rendering Disable"], 1);
  CHECK(bench.draw(call).primitives.empty());
  bench.set(command::kStreamout["Force Rendering"], 3);
  CHECK(bench.draw(call).primitives.size() == 1);
  bench.set(command::kStreamout["Rendering Disable"], 0);
  bench.set(command::kStreamout["Force Rendering"], 2);
  CHECK(bench.draw(call).primitives.empty());
  bench.set(command::kStreamout["Force Rendering"], 0);
  bench.set(command::kStreamout["SO Function Enable"], 0);
  bench.set(command::kStreamout["Rendering Disable"], 1);
  CHECK(bench.draw(call).primitives.empty());
  CHECK(bench.stream_offsets[0] == 36);
}

TEST_CASE("an offset that memory keeps is there after each draw", "[stream_output]") {
  StreamBench bench;
  const ByteAddress kept = bench.store(Words{0});
  bench.buffer(0, 64, 16, kept);
  bench.declare({{.slot = 1}});
  bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 2});
  CHECK(bench.memory.read_u32(kept) == 32);
}

TEST_CASE("vertices of a geometry shader go to the buffers of their streams", "[stream_output]") {
  StreamBench bench;
  // Four points, each with x of its input and its own number, to streams 0, 1, 3, 1.
  EuBuilder eu{8, 60};
  const GrfRange word = eu.allocate(1), position = eu.allocate(4);
  for (unsigned k = 0; k < 4; ++k) {
    eu.send(urb_read(2, 1, {position.first, 1}), 8);
    eu.into({static_cast<std::uint8_t>(position.first + 1), 1}, eu::kMove, 8, constant_bits(k));
    eu.send(urb_write(1, static_cast<std::uint16_t>(2 + 2 * k + 1), position, false), 8);
  }
  eu.into(word, eu::kMove, 8, constant_bits(0 | 1 << 2 | 3 << 4 | 1 << 6));
  eu.send(urb_write(1, 0, word, true), 8);
  bench.program(command::kGs["Kernel Start Pointer"], eu.finish(nullptr).bytes());
  bench.set(command::kGs["Enable"], 1);
  bench.set(command::kGs["Dispatch Mode"], 3);
  bench.set(command::kGs["Statistics Enable"], 1);
  bench.set(command::kGs["Output Topology"], static_cast<std::uint64_t>(PrimitiveTopology::kPointList));
  bench.set(command::kGs["Output Vertex Size"], 1);
  bench.set(command::kGs["Control Data Header Size"], 1);
  bench.set(command::kGs["Control Data Format"], 1);
  bench.set(command::kGs["Include Vertex Handles"], 1);
  bench.set(command::kGs["Static Output"], 1);
  bench.set(command::kGs["Static Output Vertex Count"], 4);
  bench.set(command::kGs["Dispatch GRF Start Register For URB Data"], 10);
  bench.set(command::kUrbGs["GS URB Entry Allocation Size"], 2);
  bench.set(command::kStreamout["Render Stream Select"], 3);
  const ByteAddress zero = bench.buffer(0, 64, 8), one = bench.buffer(1, 64, 8), three = bench.buffer(3, 64, 4);
  bench.declare({{.stream = 0, .buffer = 0, .slot = 1, .channels = 3},
                 {.stream = 1, .buffer = 1, .slot = 1, .channels = 3},
                 {.stream = 3, .buffer = 3, .slot = 1, .channels = 2}});
  const auto drawn = bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 2, .start_vertex = 8});
  CHECK(bench.words(zero, 5) == Words{8, 0, 9, 0, kNone});
  CHECK(bench.words(one, 9) == Words{8, 1, 8, 3, 9, 1, 9, 3, kNone});
  CHECK(bench.words(three, 3) == Words{2, 2, kNone});
  CHECK(drawn.primitives.size() == 2);
  CHECK(bench.statistics.stream_primitives_written == std::array<std::uint64_t, 4>{2, 4, 0, 2});
}
