#include "functional/shared_function/urb_access.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/message/urb.h"
#include "functional/shared_function/execute_message.h"
#include "isa/gen9/urb_message.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr Grf kHandles{0, 1, 2, 3, 4, 5, 6, 7};

Grf filled(std::uint32_t value) {
  Grf grf;
  grf.fill(value);
  return grf;
}

struct Bench {
  Urb urb;
  GpuMemory memory;
  MessageContext context;
  gen9::UrbMessage fields;

  Bench() {
    urb.allocate(8, 4);
    context.urb = &urb;
    fields.header_present = true;
  }
  MessageResponse execute(std::vector<Grf> payload, std::uint32_t mask = 0xFF) {
    const gen9::MessageWords words = fields.encode();
    return execute_message(memory, {.shared_function = 6,
                                    .descriptor = words.descriptor,
                                    .extended_descriptor = words.extended,
                                    .execution_mask = mask,
                                    .payload = std::move(payload),
                                    .context = &context});
  }
  std::uint32_t at(std::uint32_t handle, unsigned slot, unsigned dword) { return urb.entry(handle)[slot][dword]; }
};

}  // namespace

TEST_CASE("data register i of a URB write goes to DWord i mod 4 of slot offset + i / 4 of each lane's entry", "[urb]") {
  Bench bench;
  bench.fields.global_offset = 1;
  std::vector<Grf> payload{kHandles};
  for (std::uint32_t i = 0; i < 5; ++i) payload.push_back({10 + i, 20 + i, 30 + i, 0, 0, 0, 0, 80 + i});
  bench.execute(payload, 0b1000'0110);
  CHECK(bench.at(0, 1, 0) == 0);  // the lane is off
  CHECK(bench.at(1, 1, 0) == 20);
  CHECK(bench.at(2, 1, 3) == 33);
  CHECK(bench.at(7, 2, 0) == 84);
  CHECK(bench.at(7, 2, 1) == 0);
}

TEST_CASE("offsets of slots add to the global one, and masks let only their DWords through", "[urb]") {
  Bench bench;
  bench.fields.per_slot_offsets = true;
  bench.fields.channel_masks = true;
  bench.fields.global_offset = 1;
  bench.execute({kHandles,
                 {0, 1, 2, 3, 0, 0, 0, 0},
                 {0xFFu << 16, 0x81u << 16, 0x0Fu << 16, 0, 0, 0, 0, 0},
                 filled(1),
                 filled(2),
                 filled(3),
                 filled(4),
                 filled(5),
                 filled(6),
                 filled(7),
                 filled(8)});
  CHECK(bench.at(0, 1, 0) == 1);
  CHECK(bench.at(0, 2, 3) == 8);
  CHECK(bench.at(1, 2, 0) == 1);
  CHECK(bench.at(1, 2, 1) == 0);
  CHECK(bench.at(1, 3, 3) == 8);
  CHECK(bench.at(2, 3, 3) == 4);
  CHECK(bench.at(3, 1, 0) == 0);
  CHECK(bench.at(4, 1, 0) == 0);
}

TEST_CASE("what lies beyond an entry is not written and reads 0", "[urb]") {
  Bench bench;
  bench.fields.global_offset = 3;
  bench.execute({kHandles, filled(1), filled(2), filled(3), filled(4), filled(5)});
  CHECK(bench.at(0, 3, 3) == 4);
  CHECK(bench.at(1, 0, 0) == 0);  // what would stand behind entry 0
  bench.fields.operation = gen9::UrbOperation::kSimd8Read;
  bench.fields.response_length = 5;
  const MessageResponse read = bench.execute({{0, 1, 99, 3, 4 | 1u << 27, 5, 6, 7}}, 0b0001'0101);
  REQUIRE(read.registers.size() == 5);
  CHECK(read.registers[0] == Grf{1, 0, 0, 0, 1, 0, 0, 0});  // the handle's bits 31:27 do not count; 99 is none
  CHECK(read.registers[3][0] == 4);
  CHECK(read.registers[4] == Grf{});
  CHECK(read.byte_enables == std::vector<std::uint32_t>(5, 0x000F'0F0F));
}

TEST_CASE("other URB messages, and one of a thread without entries, are refused by name", "[urb]") {
  Bench bench;
  const auto refused = [&](ExitCode code, std::vector<Grf> payload) {
    try {
      bench.execute(std::move(payload));
    } catch (const Error& error) {
      CHECK(error.code() == code);
      return std::string{error.what()};
    }
    return std::string{"nothing"};
  };
  bench.fields.operation = gen9::UrbOperation::kWriteHword;
  CHECK_THAT(refused(ExitCode::kUnsupported, {kHandles}), Catch::Contains("URB write HWord"));
  bench.fields.operation = gen9::UrbOperation::kSimd8Write;
  bench.fields.channel_masks = true;
  CHECK_THAT(refused(ExitCode::kMalformedInput, {kHandles}), Catch::Contains("2 registers before its data, not 1"));
  bench.fields.channel_masks = false;
  CHECK_THAT(refused(ExitCode::kMalformedInput, std::vector<Grf>(10)), Catch::Contains("9 registers of data"));
  bench.context.urb = nullptr;
  CHECK_THAT(refused(ExitCode::kUnsupported, {kHandles}), Catch::Contains("URB of a thread that has no entries"));
}
