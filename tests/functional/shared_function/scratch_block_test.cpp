#include "functional/shared_function/scratch_block.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// 4 KiB of general state, of which the thread has the second and third KiB.
struct Bench {
  GpuMemory memory;
  MessageContext context;
  gen9::DataPortMessage fields;
  Grf header{};

  Bench() {
    context.general_state_base = memory.allocate("scratch", ByteSize{4096}, ByteSize{4096});
    context.general_state_bytes = 4096;
    header[3] = 0xABCD'0001;  // 2 KiB, behind what else the DWord holds
    header[5] = 0x400 | 0x2A;
    fields.shared_function = gen9::SharedFunction::kDataPort0;
    fields.category = gen9::DataPortCategory::kScratchBlock;
    fields.header_present = true;
    fields.message_length = 1;
    fields.scratch_dwords = true;
  }
  DataPortOutcome execute(bool write, unsigned size, std::uint16_t offset, std::vector<Grf> data = {},
                          std::uint32_t mask = 0xFFFF) {
    fields.scratch_write = write;
    fields.scratch_block_size = static_cast<std::uint8_t>(size);
    fields.scratch_offset = offset;
    fields.extended_message_length = static_cast<std::uint8_t>(data.size());
    fields.response_length = static_cast<std::uint8_t>(write ? 0 : 1u << size);
    const gen9::MessageWords words = fields.encode();
    std::vector<Grf> payload{header};
    payload.insert(payload.end(), data.begin(), data.end());
    return execute_data_port_message(memory, {.shared_function = 10,
                                              .descriptor = words.descriptor,
                                              .extended_descriptor = words.extended,
                                              .execution_mask = mask,
                                              .payload = payload,
                                              .context = &context});
  }
  std::uint32_t dword(std::uint64_t at) const {
    return memory.read_u32(ByteAddress{context.general_state_base.value() + at});
  }
};

constexpr Grf kOnes{1, 1, 1, 1, 1, 1, 1, 1}, kTwos{2, 2, 2, 2, 2, 2, 2, 2};

}  // namespace

TEST_CASE("scratch blocks count registers from the thread's place and come back as they were written",
          "[dataport][scratch]") {
  Bench bench;
  const auto written = bench.execute(true, 1, 3, {kOnes, kTwos});
  CHECK(bench.dword(1024 + 96) == 1);
  CHECK(bench.dword(1024 + 128) == 2);
  REQUIRE(written.writes.size() == 2);
  CHECK(written.writes[0].size == 32);
  const auto read = bench.execute(false, 1, 3);
  CHECK(read.response.registers == std::vector<Grf>{kOnes, kTwos});
  CHECK(read.reads.size() == 2);
}

TEST_CASE("a scratch block that leaves the thread's scratch memory is not written and reads 0", "[dataport][scratch]") {
  Bench bench;
  bench.execute(true, 0, 63, {kOnes});
  CHECK(bench.dword(1024 + 63 * 32) == 1);
  CHECK(bench.execute(true, 1, 63, {kTwos, kTwos}).writes.empty());
  CHECK(bench.dword(1024 + 63 * 32) == 1);
  CHECK(bench.execute(false, 1, 63).response.registers == std::vector<Grf>(2));
}

TEST_CASE("a scratch block in DWord mode writes the DWords of enabled channels", "[dataport][scratch]") {
  Bench bench;
  bench.execute(true, 1, 0, {kOnes, kTwos}, 0x8001);
  CHECK(bench.dword(1024) == 1);
  CHECK(bench.dword(1028) == 0);
  CHECK(bench.dword(1024 + 60) == 2);
  CHECK(bench.dword(1024 + 56) == 0);
}

TEST_CASE("stateless messages with 32-bit addresses count from general state and end with it", "[dataport][scratch]") {
  Bench bench;
  bench.execute(true, 0, 0, {kOnes});
  const auto read =
      execute_data_port_message(bench.memory, {.shared_function = 12,
                                               .descriptor = 0x02106EFF,  // untyped surface read, SIMD8, one DWord
                                               .extended_descriptor = 12,
                                               .execution_mask = 0x3,
                                               .payload = {Grf{1024, 4096}},
                                               .context = &bench.context});
  CHECK(read.response.registers[0][0] == 1);
  CHECK(read.response.registers[0][1] == 0);
  CHECK(read.reads.size() == 1);
}

TEST_CASE("stateless OWord blocks count from the buffer base of their header", "[dataport][scratch][oword]") {
  Bench bench;
  bench.execute(true, 0, 2, {kTwos});  // bytes 64 to 95 of the thread's own
  gen9::DataPortMessage fields;
  fields.shared_function = gen9::SharedFunction::kDataPort0;
  fields.header_present = true;
  fields.message_length = 1;
  fields.response_length = 1;
  fields.oword_block_size = gen9::OwordBlockSize::k2;
  bench.header[2] = 4;  // OWords
  const auto read = [&](std::uint8_t index) {
    fields.binding_table_index = index;
    const gen9::MessageWords words = fields.encode();
    return execute_data_port_message(bench.memory, {.shared_function = 10,
                                                    .descriptor = words.descriptor,
                                                    .extended_descriptor = words.extended,
                                                    .execution_mask = 0xFF,
                                                    .payload = {bench.header},
                                                    .context = &bench.context})
        .response.registers.at(0);
  };
  CHECK(read(255) == kTwos);
  CHECK(read(253) == kTwos);
  bench.header[5] = 0x2A;  // no place, other bits of the DWord do not count
  CHECK(read(255) == Grf{});
}
