#include "functional/shared_function/untyped_surface.h"

#include <catch2/catch.hpp>
#include <span>

#include "base/diagnostic.h"
#include "functional/surface/state_heap.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::DataPort1Type;
using gen9::UntypedSimdMode;

namespace {

/// 16 DWords of memory that hold 100, 101, 102 ..., seen as a buffer.
struct Bench {
  GpuMemory memory;
  StateHeap heap{memory};
  ByteAddress base = memory.allocate("data", ByteSize{4096});
  gen9::DataPortMessage fields;

  Bench() {
    for (std::uint32_t i = 0; i < 32; ++i) put(4 * i, 100 + i);
    gen9::RenderSurfaceState buffer;
    buffer.type = gen9::SurfaceType::kBuffer;
    buffer.format = gen9::SurfaceFormat::kRaw;
    buffer.pitch = 1;
    buffer.set_buffer_entries(64);
    buffer.base_address = base;
    heap.add_surface(buffer);
  }

  void put(unsigned byte, std::uint32_t value) {
    memory.write(base + ByteAddress{byte}, std::as_bytes(std::span{&value, 1}));
  }
  std::uint32_t dword(unsigned byte) const { return memory.read_u32(base + ByteAddress{byte}); }

  DataPortOutcome execute(DataPort1Type type, UntypedSimdMode simd, std::uint8_t channels, std::uint32_t mask,
                          std::vector<Grf> payload) {
    const unsigned registers = simd == UntypedSimdMode::kSimd16 ? 2 : 1;
    fields.type = static_cast<std::uint8_t>(type);
    fields.untyped_simd = simd;
    fields.channel_disables = ~channels & 0xF;
    fields.message_length = static_cast<std::uint8_t>(payload.size());
    fields.response_length = static_cast<std::uint8_t>(type == DataPort1Type::kUntypedRead ? 4 * registers : 0);
    const gen9::MessageWords words = fields.encode();
    return execute_data_port_message(memory, {.shared_function = static_cast<std::uint8_t>(fields.shared_function),
                                              .descriptor = words.descriptor,
                                              .extended_descriptor = words.extended,
                                              .execution_mask = mask,
                                              .payload = std::move(payload),
                                              .context = &heap.context()});
  }
};

constexpr Grf kOffsets{0, 4, 8, 12, 16, 56, 60, 1000};

}  // namespace

TEST_CASE("untyped reads give each channel the DWords behind its offset, and 0 beyond the buffer", "[dataport]") {
  Bench bench;
  const auto outcome = bench.execute(DataPort1Type::kUntypedRead, UntypedSimdMode::kSimd8, 0b0011, 0xFF, {kOffsets});
  REQUIRE(outcome.response.registers.size() == 2);
  CHECK(outcome.response.registers[0] == Grf{100, 101, 102, 103, 104, 114, 115, 0});
  CHECK(outcome.response.registers[1] == Grf{101, 102, 103, 104, 105, 115, 0, 0});
  CHECK(outcome.writes.empty());
}

TEST_CASE("channels of an untyped read that the mask leaves out keep the destination's bytes", "[dataport]") {
  Bench bench;
  const auto outcome = bench.execute(DataPort1Type::kUntypedRead, UntypedSimdMode::kSimd16, 0b0100, 0x8001,
                                     {kOffsets, Grf{0, 0, 0, 0, 0, 0, 0, 4}});
  REQUIRE(outcome.response.registers.size() == 2);
  CHECK(outcome.response.registers[0][0] == 102);
  CHECK(outcome.response.byte_enables[0] == 0xFu);
  CHECK(outcome.response.registers[1][7] == 103);
  CHECK(outcome.response.byte_enables[1] == 0xF000'0000u);
}

TEST_CASE("untyped writes store enabled DWords of enabled channels, later channels last, none beyond the buffer",
          "[dataport]") {
  Bench bench;
  const Grf red{1, 2, 3, 4, 5, 6, 7, 8}, blue{11, 12, 13, 14, 15, 16, 17, 18};
  const auto outcome =
      bench.execute(DataPort1Type::kUntypedWrite, UntypedSimdMode::kSimd8, 0b0101, 0b1111'1101, {kOffsets, red, blue});
  CHECK(bench.dword(0) == 1);
  CHECK(bench.dword(4) == 101);  // channel 1 is off
  CHECK(bench.dword(8) == 3);    // channel 0 wrote 11, channel 2 came later
  CHECK(bench.dword(16) == 5);
  CHECK(bench.dword(60) == 7);
  CHECK(bench.dword(64) == 116);  // beyond
  CHECK(outcome.writes.size() == 6 + 4);
  CHECK(outcome.response.registers.empty());
}

TEST_CASE("untyped messages that do not fit or that nobody executes are refused", "[dataport]") {
  Bench bench;
  const auto code = [&](DataPort1Type type, UntypedSimdMode simd, std::size_t registers) {
    try {
      bench.execute(type, simd, 0xF, 0xFF, std::vector<Grf>(registers));
    } catch (const Error& error) {
      return error.code();
    }
    return ExitCode::kSuccess;
  };
  CHECK(code(DataPort1Type::kUntypedWrite, UntypedSimdMode::kSimd8, 5) == ExitCode::kSuccess);
  CHECK(code(DataPort1Type::kUntypedWrite, UntypedSimdMode::kSimd8, 4) == ExitCode::kMalformedInput);
  CHECK(code(DataPort1Type::kUntypedRead, UntypedSimdMode::kSimd16, 1) == ExitCode::kMalformedInput);
  CHECK(code(DataPort1Type::kUntypedRead, UntypedSimdMode::kSimd4x2, 1) == ExitCode::kUnsupported);
  bench.fields.binding_table_index = 254;
  CHECK(code(DataPort1Type::kUntypedRead, UntypedSimdMode::kSimd8, 1) == ExitCode::kUnsupported);
}
