#include "functional/shared_function/dual_oword_block.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::DataPort0Type;

namespace {

/// Local memory of 16 OWords whose DWords hold 100, 101, 102 ...
struct Bench {
  GpuMemory memory;
  ByteAddress base = memory.allocate("local", ByteSize{4096});
  gen9::DataPortMessage fields;

  Bench() {
    for (std::uint32_t i = 0; i < 64; ++i) memory.write_u32(base + ByteAddress{4 * i}, 100 + i);
    fields.shared_function = gen9::SharedFunction::kDataPort0;
    fields.type = static_cast<std::uint8_t>(DataPort0Type::kDualOwordBlockRead);
    fields.binding_table_index = 254;
    fields.header_present = true;
  }
  DataPortOutcome execute(std::uint32_t mask, std::vector<Grf> payload) {
    fields.message_length = static_cast<std::uint8_t>(payload.size());
    const gen9::MessageWords words = fields.encode();
    return execute_data_port_message(memory, {.shared_function = 10,
                                              .descriptor = words.descriptor,
                                              .extended_descriptor = words.extended,
                                              .execution_mask = mask,
                                              .payload = std::move(payload),
                                              .local_memory = base,
                                              .local_bytes = 256});
  }
};

constexpr Grf kHeader{0, 0, 1};                   // one OWord on
constexpr Grf kOffsets{1, 99, 99, 99, 5, 99, 9};  // DWords 0 and 4 count

}  // namespace

TEST_CASE("a dual OWord read puts a block's OWord into each half of a register", "[dataport][blocks]") {
  Bench bench;
  bench.fields.response_length = 1;
  const auto outcome = bench.execute(0b1011'1111, {kHeader, kOffsets});
  CHECK(outcome.response.registers == std::vector<Grf>{Grf{108, 109, 110, 111, 124, 125, 126, 127}});
  CHECK(outcome.response.byte_enables == std::vector<std::uint32_t>{0xF0FF'FFFFu});
  CHECK(outcome.local);
}

TEST_CASE("a dual read of four OWords goes on in the next registers, and a block without channels is not read",
          "[dataport][blocks]") {
  Bench bench;
  bench.fields.dual_oword_block_size = gen9::DualOwordBlockSize::k4;
  bench.fields.response_length = 4;
  const auto outcome = bench.execute(0x0F, {Grf{}, kOffsets});
  REQUIRE(outcome.response.registers.size() == 4);
  CHECK(outcome.response.registers[0] == Grf{104, 105, 106, 107});
  CHECK(outcome.response.registers[3] == Grf{116, 117, 118, 119});
  CHECK(outcome.response.byte_enables[3] == 0x0000'FFFFu);
  CHECK(outcome.reads.size() == 4);
}

TEST_CASE("a dual OWord write stores the enabled DWords of both blocks", "[dataport][blocks]") {
  Bench bench;
  bench.fields.type = static_cast<std::uint8_t>(DataPort0Type::kDualOwordBlockWrite);
  bench.execute(0b1001'0011, {kHeader, kOffsets, Grf{1, 2, 3, 4, 5, 6, 7, 8}});
  const auto dword = [&](std::uint32_t i) { return bench.memory.read_u32(bench.base + ByteAddress{4 * i}); };
  CHECK(dword(8) == 1);
  CHECK(dword(9) == 2);
  CHECK(dword(10) == 110);
  CHECK(dword(24) == 5);
  CHECK(dword(25) == 125);
  CHECK(dword(27) == 8);
}

TEST_CASE("a dual OWord block whose payload does not fit its descriptor is refused", "[dataport][blocks]") {
  Bench bench;
  CHECK_THROWS_WITH(bench.execute(0xFF, {kHeader}), Catch::Contains("1 payload registers"));
  CHECK_THROWS_WITH(bench.execute(0xFF, {kHeader, kOffsets, Grf{}}), Catch::Contains("3 payload registers"));
}
