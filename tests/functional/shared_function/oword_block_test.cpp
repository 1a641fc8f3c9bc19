#include "functional/shared_function/oword_block.h"

#include <bit>
#include <catch2/catch.hpp>
#include <span>

#include "functional/shared_function/typed_surface.h"
#include "functional/surface/state_heap.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::OwordBlockSize;

namespace {

/// 64 bytes of memory that hold 0, 1, 2 ..., seen through one surface.
struct Bench {
  GpuMemory memory;
  StateHeap heap{memory};
  ByteAddress base = memory.allocate("data", ByteSize{4096});
  gen9::DataPortMessage fields;

  explicit Bench(gen9::RenderSurfaceState state) {
    std::array<std::byte, 256> bytes;
    for (unsigned i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
    memory.write(base, bytes);
    state.base_address = base;
    heap.add_surface(state);
    fields.shared_function = gen9::SharedFunction::kDataPort0;
    fields.header_present = true;
    fields.message_length = 1;
  }

  Message message(gen9::DataPort0Type type, OwordBlockSize size, std::uint32_t oword, unsigned registers) {
    const bool write = type == gen9::DataPort0Type::kOwordBlockWrite;
    fields.type = static_cast<std::uint8_t>(type);
    fields.oword_block_size = size;
    fields.response_length = static_cast<std::uint8_t>(write ? 0 : registers);
    fields.extended_message_length = static_cast<std::uint8_t>(write ? registers : 0);
    const gen9::MessageWords words = fields.encode();
    Message m{.shared_function = static_cast<std::uint8_t>(fields.shared_function),
              .descriptor = words.descriptor,
              .extended_descriptor = words.extended,
              .execution_mask = 0xFFFF,
              .context = &heap.context()};
    m.payload.push_back({0, 0, oword, 0, 0, 0, 0, 0});
    if (write) {
      for (unsigned r = 0; r < registers; ++r) {
        Grf data{};
        for (unsigned i = 0; i < 8; ++i) data[i] = 0xA0000000 + 8 * r + i;
        m.payload.push_back(data);
      }
    }
    return m;
  }
  DataPortOutcome read(OwordBlockSize size, std::uint32_t oword, unsigned registers = 1) {
    return execute_data_port_message(memory, message(gen9::DataPort0Type::kOwordBlockRead, size, oword, registers));
  }
  DataPortOutcome write(OwordBlockSize size, std::uint32_t oword, unsigned registers = 1) {
    return execute_data_port_message(memory, message(gen9::DataPort0Type::kOwordBlockWrite, size, oword, registers));
  }
  std::uint32_t dword(unsigned byte) const { return memory.read_u32(base + ByteAddress{byte}); }
};

gen9::RenderSurfaceState buffer(std::uint32_t entries) {
  gen9::RenderSurfaceState state;
  state.type = gen9::SurfaceType::kBuffer;
  state.format = gen9::SurfaceFormat::kR32Uint;
  state.pitch = 4;
  state.set_buffer_entries(entries);
  return state;
}

/// DWord that starts at a byte of the memory's pattern.
constexpr std::uint32_t pattern(unsigned byte) {
  return byte | (byte + 1) << 8 | (byte + 2) << 16 | (byte + 3) << 24;
}

}  // namespace

TEST_CASE("an OWord block read fills registers from the offset in the header, in OWords", "[message][oword]") {
  Bench bench{buffer(64)};
  const auto two = bench.read(OwordBlockSize::k2, 3).response;
  REQUIRE(two.registers.size() == 1);
  CHECK(two.byte_enables == std::vector<std::uint32_t>{0xFFFF'FFFF});
  for (unsigned i = 0; i < 8; ++i) CHECK(two.registers[0][i] == pattern(48 + 4 * i));
  const auto eight = bench.read(OwordBlockSize::k8, 1, 4).response;
  REQUIRE(eight.registers.size() == 4);
  CHECK(eight.registers[0][0] == pattern(16));
  CHECK(eight.registers[3][7] == pattern(16 + 124));
  CHECK(bench.read(OwordBlockSize::k4, 0, 2).response.registers[1][0] == pattern(32));
}

TEST_CASE("one OWord takes the low or the high half of its register", "[message][oword]") {
  Bench bench{buffer(64)};
  const auto low = bench.read(OwordBlockSize::k1Low, 2).response;
  CHECK(low.byte_enables == std::vector<std::uint32_t>{0x0000'FFFF});
  CHECK(low.registers[0][3] == pattern(44));
  const auto high = bench.read(OwordBlockSize::k1High, 2).response;
  CHECK(high.byte_enables == std::vector<std::uint32_t>{0xFFFF'0000});
  CHECK(high.registers[0][4] == pattern(32));
  CHECK(high.registers[0][7] == pattern(44));
  bench.write(OwordBlockSize::k1High, 0);
  CHECK(bench.dword(0) == 0xA000'0004);
  CHECK(bench.dword(12) == 0xA000'0007);
  CHECK(bench.dword(16) == pattern(16));
}

TEST_CASE("an OWord block write stores the DWords of enabled channels", "[message][oword][R63]") {
  Bench bench{buffer(64)};
  Message message = bench.message(gen9::DataPort0Type::kOwordBlockWrite, OwordBlockSize::k8, 0, 4);
  message.execution_mask = 0x8121;  // of registers 0 and 2: DWords 0 and 5; of 1 and 3: DWords 0 and 7
  const auto written = execute_data_port_message(bench.memory, message);
  CHECK(written.writes.size() == 8);
  for (const unsigned reg : {0u, 1u, 2u, 3u}) {
    for (unsigned d = 0; d < 8; ++d) {
      const bool enabled = d == 0 || d == (reg % 2 == 0 ? 5 : 7);
      CAPTURE(reg, d);
      CHECK(bench.dword(32 * reg + 4 * d) == (enabled ? 0xA000'0000 + 8 * reg + d : pattern(32 * reg + 4 * d)));
    }
  }
  message = bench.message(gen9::DataPort0Type::kOwordBlockWrite, OwordBlockSize::k1High, 9, 1);
  message.execution_mask = 0x4F;
  execute_data_port_message(bench.memory, message);
  CHECK(bench.dword(9 * 16) == pattern(9 * 16));
  CHECK(bench.dword(9 * 16 + 8) == 0xA000'0006);
}

TEST_CASE("OWords that end beyond the surface read 0 and are not written", "[message][oword]") {
  // 60 bytes: the last OWord is not whole.
  Bench bench{buffer(15)};
  const auto outcome = bench.read(OwordBlockSize::k4, 1, 2).response;
  CHECK(outcome.registers[0][7] == pattern(44));
  CHECK(outcome.registers[1] == Grf{});
  const auto written = bench.write(OwordBlockSize::k4, 1, 2);
  CHECK(written.writes.size() == 2);
  CHECK(bench.dword(16) == 0xA000'0000);
  CHECK(bench.dword(44) == 0xA000'0007);
  CHECK(bench.dword(48) == pattern(48));
  CHECK(bench.write(OwordBlockSize::k1Low, 0xFFFF'FFFF).writes.empty());
}

TEST_CASE("a surface's bytes are its entries by their size, or its rows by their pitch", "[message][oword]") {
  const auto readable = [](const gen9::RenderSurfaceState& state) {
    Bench bench{state};
    unsigned owords = 0;
    while (owords < 16 && bench.read(OwordBlockSize::k1Low, owords).response.registers[0][0] == pattern(16 * owords))
      ++owords;
    return owords;
  };
  CHECK(readable(buffer(20)) == 5);
  gen9::RenderSurfaceState structured = buffer(4);
  structured.type = gen9::SurfaceType::kStructuredBuffer;
  structured.pitch = 24;
  CHECK(readable(structured) == 6);
  gen9::RenderSurfaceState image;
  image.type = gen9::SurfaceType::k2D;
  image.width = 4;
  image.height = 2;
  image.pitch = 64;
  CHECK(readable(image) == 8);
  gen9::RenderSurfaceState null;
  null.type = gen9::SurfaceType::kNull;
  CHECK(readable(null) == 0);
}

TEST_CASE("OWord blocks need a header, their registers and a surface of the binding table", "[message][oword]") {
  Bench bench{buffer(64)};
  Message message = bench.message(gen9::DataPort0Type::kOwordBlockWrite, OwordBlockSize::k4, 0, 2);
  message.payload.pop_back();
  CHECK_THROWS_WITH(execute_data_port_message(bench.memory, message),
                    Catch::Contains("4 OWords") && Catch::Contains("2 payload registers"));
  bench.fields.header_present = false;
  CHECK_THROWS_WITH(bench.read(OwordBlockSize::k2, 0), Catch::Contains("2 OWords"));
  bench.fields.header_present = true;
  bench.fields.binding_table_index = 254;
  CHECK_THROWS_WITH(bench.read(OwordBlockSize::k2, 0), Catch::Contains("shared local memory"));
}

TEST_CASE("an unaligned OWord block starts at any byte of a buffer or of local memory", "[message][oword]") {
  Bench bench{buffer(64)};
  Message message = bench.message(gen9::DataPort0Type::kUnalignedOwordBlockRead, OwordBlockSize::k2, 5, 1);
  CHECK(execute_data_port_message(bench.memory, message).response.registers[0][1] == pattern(9));
  bench.fields.binding_table_index = 254;
  message = bench.message(gen9::DataPort0Type::kUnalignedOwordBlockRead, OwordBlockSize::k2, 5, 1);
  message.local_memory = bench.base + ByteAddress{64};
  message.local_bytes = 37;  // the second OWord ends with it
  const auto outcome = execute_data_port_message(bench.memory, message);
  CHECK(outcome.local);
  CHECK(outcome.response.registers[0][7] == pattern(64 + 5 + 28));
  message.local_bytes = 36;
  CHECK_THROWS_WITH(execute_data_port_message(bench.memory, message), Catch::Contains("bytes 21 to 36"));
}

TEST_CASE("an OWord block with a 64-bit address takes it from the header", "[message][oword]") {
  Bench bench{buffer(1)};
  gen9::DataPortMessage fields;
  fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kA64BlockRead);
  fields.binding_table_index = 255;
  fields.header_present = true;
  fields.message_length = 1;
  const auto address = static_cast<std::uint32_t>(bench.base.value() + 20);
  const auto read = [&](std::uint8_t control) {
    fields.control = control;
    const gen9::MessageWords words = fields.encode();
    return execute_data_port_message(bench.memory,
                                     {.shared_function = 12,
                                      .descriptor = words.descriptor,
                                      .extended_descriptor = words.extended,
                                      .execution_mask = 0xFFFF,
                                      .payload = {Grf{address, static_cast<std::uint32_t>(bench.base.value() >> 32)}}});
  };
  const auto four = read(3);
  REQUIRE(four.response.registers.size() == 2);
  CHECK(four.response.registers[0][0] == pattern(20));
  CHECK(four.response.registers[1][7] == pattern(20 + 60));
  for (const unsigned hwords : {1u, 2u, 4u, 8u}) {
    const auto whole = read(static_cast<std::uint8_t>(3u << 3 | static_cast<unsigned>(std::countr_zero(hwords))));
    REQUIRE(whole.response.registers.size() == hwords);
    CHECK(whole.response.registers.back()[0] == pattern(20 + 32 * (hwords - 1)));
  }
  for (const std::uint8_t control : {0b11100, 0b10000}) CHECK_THROWS_WITH(read(control), Catch::Contains("control"));
}
