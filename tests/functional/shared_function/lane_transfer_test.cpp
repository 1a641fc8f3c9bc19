#include "functional/shared_function/lane_transfer.h"

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

TEST_CASE("scattered messages without a surface count from the base in their header", "[message][dataport]") {
  Bench bench;
  gen9::DataPortMessage fields;
  fields.shared_function = gen9::SharedFunction::kDataPort0;
  fields.type = static_cast<std::uint8_t>(gen9::DataPort0Type::kDwordScatteredWrite);
  fields.binding_table_index = 253;
  fields.header_present = true;
  fields.message_length = 1;
  fields.extended_message_length = 2;
  const auto base = static_cast<std::uint32_t>(bench.base.value() & ~0x3FFu);
  const auto first = static_cast<std::uint32_t>(bench.base.value() & 0x3FF) / 4;
  const gen9::MessageWords words = fields.encode();
  const Grf header{0, 0, 0, 0, 0, base | 0x3F};
  execute_data_port_message(bench.memory, {.shared_function = static_cast<std::uint8_t>(fields.shared_function),
                                           .descriptor = words.descriptor,
                                           .extended_descriptor = words.extended,
                                           .execution_mask = 1,
                                           .payload = {header, Grf{first + 3}, Grf{777}},
                                           .context = &bench.heap.context()});
  CHECK(bench.dword(12) == 777);
}

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
  CHECK(code(DataPort1Type::kUntypedRead, UntypedSimdMode::kSimd4x2, 2) == ExitCode::kMalformedInput);
  bench.fields.binding_table_index = 254;
  CHECK(code(DataPort1Type::kUntypedRead, UntypedSimdMode::kSimd8, 1) == ExitCode::kMalformedInput);
}

namespace {

/// A message of lanes with its descriptor words, as a compiler sends it.
struct LaneMessage {
  std::uint8_t shared_function;
  std::uint32_t descriptor;
  std::uint32_t mask;
  std::vector<Grf> payload;
  std::uint32_t local_bytes = 0;
};

DataPortOutcome execute(Bench& bench, const LaneMessage& m) {
  return execute_data_port_message(bench.memory, {.shared_function = m.shared_function,
                                                  .descriptor = m.descriptor,
                                                  .extended_descriptor = m.shared_function,
                                                  .execution_mask = m.mask,
                                                  .payload = m.payload,
                                                  .context = &bench.heap.context(),
                                                  .local_memory = bench.base,
                                                  .local_bytes = m.local_bytes});
}

Grf addresses(const Bench& bench, std::array<std::uint32_t, 4> offsets) {
  Grf grf{};
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint64_t address = bench.base.value() + offsets[i];
    grf[2 * i] = static_cast<std::uint32_t>(address);
    grf[2 * i + 1] = static_cast<std::uint32_t>(address >> 32);
  }
  return grf;
}

}  // namespace

TEST_CASE("untyped messages to index 254 reach the group's local memory and an access beyond it is an error",
          "[dataport]") {
  Bench bench;
  const auto read = execute(bench, {12, 0x02106EFE, 0x3F, {kOffsets}, 60});
  CHECK(read.local);
  CHECK(read.response.registers[0] == Grf{100, 101, 102, 103, 104, 114, 0, 0});
  CHECK_THROWS_WITH(execute(bench, {12, 0x02106EFE, 0x40, {kOffsets}, 60}),
                    Catch::Contains("uses bytes 60 to 63 of shared local memory, and its group has 60"));
  const auto write = execute(bench, {12, 0x04026EFE, 0x01, {kOffsets, Grf{7, 7, 7, 7, 7, 7, 7, 7}}, 60});
  CHECK(write.writes.size() == 1);
  CHECK(bench.dword(0) == 7);
  CHECK(bench.dword(60) == 115);
  CHECK_THROWS_WITH(execute(bench, {12, 0x02106EFE, 0xFF, {kOffsets}}), Catch::Contains("shared local memory"));
  // Bits from 16 on tell pointers apart and do not count.
  const auto marked = execute(bench, {12, 0x02106EFE, 0x1, {Grf{0x1000'0004}}, 60});
  CHECK(marked.response.registers[0][0] == 101);
}

TEST_CASE("untyped messages to index 255 take offsets as addresses", "[dataport]") {
  Bench bench;
  Grf places = kOffsets;
  for (std::uint32_t& place : places) place += static_cast<std::uint32_t>(bench.base.value());
  const auto read = execute(bench, {12, 0x02106EFF, 0xFF, {places}});
  CHECK_FALSE(read.local);
  CHECK(read.response.registers[0] == Grf{100, 101, 102, 103, 104, 114, 115, 0});
}

TEST_CASE("byte gathers read 1 2 or 4 bytes of each lane into the low end of a DWord", "[dataport]") {
  Bench bench;
  bench.put(0, 0x4433'2211);
  const Grf places{1, 0, 3, 63, 64, 0, 0, 0};
  const auto gather = [&](std::uint32_t size) {
    return execute(bench, {10, 0x02110000 | size << 10, 0x1F, {places}}).response;
  };
  CHECK(gather(0).registers[0] == Grf{0x22, 0x11, 0x44, 0x00, 0x00});
  CHECK(gather(1).registers[0] == Grf{0x3322, 0x2211, 0x6544, 0x0000, 0});  // byte 64 is beyond
  CHECK(gather(2).registers[0][0] == 0x6544'3322);
  CHECK(gather(2).byte_enables == std::vector<std::uint32_t>{0x000F'FFFF});
}

TEST_CASE("byte scatters write the low bytes of each lane's DWord", "[dataport]") {
  Bench bench;
  const auto outcome = execute(bench, {10, 0x04030400, 0x3, {Grf{2, 5}, Grf{0xAAAA'BBCC, 0x1234}}});
  CHECK(bench.dword(0) == (0xBBCCu << 16 | 100));
  CHECK(bench.dword(4) == (0x1234u << 8 | 101u));
  CHECK(outcome.writes.size() == 2);
  CHECK(outcome.writes[0].size == 2);
}

TEST_CASE("DWord gathers and scatters count their offsets in DWords", "[dataport]") {
  Bench bench;
  CHECK(execute(bench, {10, 0x0210C200, 0xFF, {Grf{0, 3, 15, 16, 1, 1, 1, 1}}}).response.registers[0] ==
        Grf{100, 103, 115, 0, 101, 101, 101, 101});
  execute(bench, {10, 0x0402C200, 0x1, {Grf{3}, Grf{9}}});
  CHECK(bench.dword(12) == 9);
}

TEST_CASE("gathers with 64-bit addresses read DWords and QWords of memory outside every surface", "[dataport]") {
  Bench bench;
  const Grf low = addresses(bench, {124, 0, 4, 8}), high = addresses(bench, {12, 12, 12, 16});
  const auto dwords = execute(bench, {12, 0x041401FF, 0x81, {low, high}}).response;
  REQUIRE(dwords.registers.size() == 1);
  CHECK(dwords.registers[0][0] == 131);
  CHECK(dwords.registers[0][7] == 104);
  CHECK(dwords.byte_enables[0] == 0xF000'000Fu);
  const auto pairs = execute(bench, {12, 0x042405FF, 0x2, {low, high}}).response;
  REQUIRE(pairs.registers.size() == 2);
  CHECK(pairs.registers[0][1] == 100);
  CHECK(pairs.registers[1][1] == 101);
  const auto qwords = execute(bench, {12, 0x042402FF, 0x12, {low, high}}).response;
  REQUIRE(qwords.registers.size() == 2);
  CHECK(qwords.registers[0][2] == 100);
  CHECK(qwords.registers[0][3] == 101);
  CHECK(qwords.registers[1][0] == 103);
  CHECK(qwords.byte_enables == std::vector<std::uint32_t>{0x0000'FF00, 0x0000'00FF});
}

TEST_CASE("scatters with 64-bit addresses write and skip what lies beyond the address space", "[dataport]") {
  Bench bench;
  Grf low = addresses(bench, {4, 0, 0, 0});
  low[3] = 0xFFFF'0000;  // lane 1
  const auto outcome = execute(bench, {12, 0x060681FF, 0x3, {low, Grf{}, Grf{77, 78}}});
  CHECK(outcome.writes.size() == 1);
  CHECK(bench.dword(4) == 77);
}
