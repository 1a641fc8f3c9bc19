#include "functional/shared_function/execute_data_port_message.h"

#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/shared_function/typed_surface.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"
#include "isa/gen9/data_port_message.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

std::uint32_t as_bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// A surface to write, and typed writes to it with eight pixels in a row.
struct Bench {
  GpuMemory memory;
  StateHeap heap{memory};
  SurfaceImage image;
  gen9::DataPortMessage fields;

  explicit Bench(gen9::SurfaceFormat format, Tiling tiling = Tiling::kLinear) {
    image = {.format = format, .width = 12, .height = 6};
    SurfaceOptions options;
    options.tiling = tiling;
    heap.add_surface(build_surface(memory, "output", image, {}, options));
    fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kTypedWrite);
    fields.slot_group = gen9::TypedSlotGroup::kSlots0To7;
    fields.message_length = 2;
    fields.extended_message_length = 4;
  }

  Message message(std::uint32_t x, std::uint32_t y, std::array<std::uint32_t, 4> rgba, std::uint32_t mask) const {
    const gen9::MessageWords words = fields.encode();
    Message m{.shared_function = static_cast<std::uint8_t>(fields.shared_function),
              .descriptor = words.descriptor,
              .extended_descriptor = words.extended,
              .execution_mask = mask,
              .context = &heap.context()};
    m.payload.resize(2 + static_cast<std::size_t>(fields.extended_message_length));
    for (unsigned i = 0; i < 8; ++i) {
      m.payload[0][i] = x + i;
      m.payload[1][i] = y;
      for (unsigned c = 0; c + 2 < m.payload.size(); ++c) m.payload[2 + c][i] = rgba[c];
    }
    return m;
  }

  std::vector<std::byte> texels() const {
    const auto words = surface_state_words(memory, heap.context(), 0, 0);
    return read_surface(memory, image, *typed_surface(words).layout);
  }
};

}  // namespace

TEST_CASE("a typed write stores enabled channels inside the surface and drops the rest", "[message]") {
  Bench bench{gen9::SurfaceFormat::kR8G8B8A8Unorm, Tiling::kY};
  const auto outcome = execute_data_port_message(
      bench.memory, bench.message(8, 2, {as_bits(1.0F), as_bits(0.5F), as_bits(-1.0F), as_bits(2.0F)}, 0xFD));
  CHECK(outcome.response.registers.empty());
  REQUIRE(outcome.writes.size() == 2);  // two neighbours go together
  CHECK(outcome.writes[0].size + outcome.writes[1].size ==
        3 * 4);  // x 8, 10 and 11: channel 1 is disabled, the others lie outside
  const auto texels = bench.texels();
  const std::size_t row = 2 * 12 * 4;
  CHECK(std::to_integer<int>(texels[row + 8 * 4]) == 255);
  CHECK(std::to_integer<int>(texels[row + 8 * 4 + 1]) == 128);  // 127.5 to even
  CHECK(std::to_integer<int>(texels[row + 8 * 4 + 2]) == 0);
  CHECK(std::to_integer<int>(texels[row + 8 * 4 + 3]) == 255);
  CHECK(std::to_integer<int>(texels[row + 9 * 4]) == 0);
  CHECK(std::to_integer<int>(texels[row + 11 * 4]) == 255);
}

TEST_CASE("a typed write converts to the surface's format", "[message]") {
  Bench half{gen9::SurfaceFormat::kR16G16B16A16Float};
  execute_data_port_message(half.memory,
                            half.message(0, 0, {as_bits(1.0F), as_bits(-2.0F), as_bits(65520.0F), 0x7FC0'0000}, 1));
  const auto halves = half.texels();
  CHECK(std::to_integer<int>(halves[1]) == 0x3C);
  CHECK(std::to_integer<int>(halves[3]) == 0xC0);
  CHECK((std::to_integer<int>(halves[7]) & 0x7E) == 0x7E);
  Bench blue{gen9::SurfaceFormat::kB8G8R8A8Unorm};
  execute_data_port_message(blue.memory, blue.message(0, 0, {as_bits(1.0F), 0, 0, 0}, 1));
  CHECK(std::to_integer<int>(blue.texels()[2]) == 255);
  Bench integers{gen9::SurfaceFormat::kR8G8B8A8Sint};
  execute_data_port_message(integers.memory, integers.message(0, 0, {500, 0xFFFF'FC00, 5, 0}, 1));
  const auto saturated = integers.texels();
  CHECK(std::to_integer<int>(saturated[0]) == 127);
  CHECK(std::to_integer<int>(saturated[1]) == 128);
  CHECK(std::to_integer<int>(saturated[2]) == 5);
}

TEST_CASE("a typed write keeps the channels that its mask disables", "[message]") {
  Bench bench{gen9::SurfaceFormat::kR8G8B8A8Unorm};
  execute_data_port_message(bench.memory,
                            bench.message(0, 0, {as_bits(1.0F), as_bits(1.0F), as_bits(1.0F), as_bits(1.0F)}, 1));
  bench.fields.channel_disables = 0b1010;  // green and alpha stay
  bench.fields.extended_message_length = 2;
  execute_data_port_message(bench.memory, bench.message(0, 0, {0, 0, 0, 0}, 1));
  const auto texels = bench.texels();
  CHECK(std::to_integer<int>(texels[0]) == 0);
  CHECK(std::to_integer<int>(texels[1]) == 255);
  CHECK(std::to_integer<int>(texels[2]) == 0);
  CHECK(std::to_integer<int>(texels[3]) == 255);
}

TEST_CASE("a typed write goes to the surface of its binding table index", "[message]") {
  Bench bench{gen9::SurfaceFormat::kR8G8B8A8Unorm};
  SurfaceOptions options;
  options.tiling = Tiling::kLinear;
  const auto third = build_surface(bench.memory, "third", bench.image, {}, options);
  bench.heap.add_surface(build_surface(bench.memory, "second", bench.image, {}, options));
  bench.heap.add_surface(third);
  bench.fields.binding_table_index = 2;
  execute_data_port_message(bench.memory, bench.message(0, 0, {as_bits(1.0F), 0, 0, as_bits(1.0F)}, 1));
  CHECK(bench.memory.read_u32(third.base_address) == 0xFF00'00FF);
  CHECK(std::to_integer<int>(bench.texels()[0]) == 0);
}

TEST_CASE("a header's sample mask disables slots of the message's group", "[message]") {
  const auto written = [](gen9::TypedSlotGroup group) {
    Bench bench{gen9::SurfaceFormat::kR8G8B8A8Unorm};
    bench.fields.slot_group = group;
    bench.fields.header_present = true;
    bench.fields.message_length = 3;
    Message message = bench.message(0, 0, {as_bits(1.0F), 0, 0, 0}, 0xFF);
    message.payload.insert(message.payload.begin(), Grf{0, 0, 0, 0, 0, 0, 0, 0xFFFF'3C81});
    execute_data_port_message(bench.memory, message);
    std::uint32_t slots = 0;
    const auto texels = bench.texels();
    for (unsigned x = 0; x < 8; ++x) slots |= (std::to_integer<int>(texels[4 * x]) == 255 ? 1u : 0u) << x;
    return slots;
  };
  CHECK(written(gen9::TypedSlotGroup::kSlots0To7) == 0x81);
  CHECK(written(gen9::TypedSlotGroup::kSlots8To15) == 0x3C);
}

TEST_CASE("a typed write whose payload does not fit its descriptor is refused", "[message]") {
  Bench bench{gen9::SurfaceFormat::kR8G8B8A8Unorm};
  Message message = bench.message(0, 0, {}, 1);
  message.payload.pop_back();
  CHECK_THROWS_WITH(execute_data_port_message(bench.memory, message), Catch::Contains("4 channels"));
  bench.fields.message_length = 5;  // no surface has five address registers
  message = bench.message(0, 0, {}, 1);
  message.payload.resize(9);
  CHECK_THROWS_WITH(execute_data_port_message(bench.memory, message), Catch::Contains("9 payload registers"));
}

TEST_CASE("typed writes of swizzled surfaces are refused by name", "[message]") {
  Bench bench{gen9::SurfaceFormat::kR8G8B8A8Unorm};

  GpuMemory memory;
  StateHeap heap{memory};
  SurfaceOptions options;
  options.channels[0] = gen9::ShaderChannelSelect::kBlue;
  heap.add_surface(build_surface(memory, "swizzled", {.width = 4, .height = 4}, {}, options));
  bench.fields.slot_group = gen9::TypedSlotGroup::kSlots0To7;
  Message message = bench.message(0, 0, {}, 1);
  message.context = &heap.context();
  CHECK_THROWS_WITH(execute_data_port_message(memory, message), Catch::Contains("swizzled"));
}

TEST_CASE("a typed read gives each enabled lane its texel as the sampler would return it and 0 outside", "[message]") {
  GpuMemory memory;
  StateHeap heap{memory};
  std::vector<std::byte> texels(4 * 2 * 4);
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i);
  heap.add_surface(
      build_surface(memory, "read", {.format = gen9::SurfaceFormat::kR8G8B8A8Uint, .width = 4, .height = 2}, texels));
  gen9::DataPortMessage fields;
  fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kTypedRead);
  fields.slot_group = gen9::TypedSlotGroup::kSlots0To7;
  fields.channel_disables = 0b0010;  // no green
  fields.message_length = 2;
  fields.response_length = 3;
  const gen9::MessageWords words = fields.encode();
  const auto outcome =
      execute_data_port_message(memory, {.shared_function = static_cast<std::uint8_t>(fields.shared_function),
                                         .descriptor = words.descriptor,
                                         .extended_descriptor = words.extended,
                                         .execution_mask = 0b1011,
                                         .payload = {Grf{0, 1, 2, 4}, Grf{0, 1, 0, 0}},
                                         .context = &heap.context()});
  REQUIRE(outcome.response.registers.size() == 3);
  CHECK(outcome.response.registers[0] == Grf{0, 20, 0, 0});  // lane 2 is off, lane 3 outside
  CHECK(outcome.response.registers[1] == Grf{2, 22, 0, 0});
  CHECK(outcome.response.registers[2] == Grf{3, 23, 0, 0});
  CHECK(outcome.response.byte_enables == std::vector<std::uint32_t>(3, 0xF0FFu));
  CHECK(outcome.reads.size() == 2);
}

TEST_CASE("a memory fence answers only when it commits, and writes no register's bytes", "[message]") {
  GpuMemory memory;
  gen9::DataPortMessage fields;
  fields.shared_function = gen9::SharedFunction::kDataPort0;
  fields.type = static_cast<std::uint8_t>(gen9::DataPort0Type::kMemoryFence);
  fields.message_length = 1;
  fields.header_present = true;
  const auto registers = [&](bool commit) {
    fields.commit = commit;
    fields.flushed = commit ? 0x10 : 0;  // compilers flush L3 before a kernel reads an image that it wrote
    fields.response_length = commit ? 1 : 0;
    const gen9::MessageWords words = fields.encode();
    const auto outcome = execute_data_port_message(memory, {.shared_function = 10,
                                                            .descriptor = words.descriptor,
                                                            .extended_descriptor = words.extended,
                                                            .execution_mask = 0xFF,
                                                            .payload = {Grf{}}});
    for (const std::uint32_t bytes : outcome.response.byte_enables) CHECK(bytes == 0);
    return outcome.response.registers.size();
  };
  CHECK(registers(false) == 0);
  CHECK(registers(true) == 1);
}

TEST_CASE("other data port messages are refused by name", "[message]") {
  Bench bench{gen9::SurfaceFormat::kR8G8B8A8Unorm};
  bench.fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kAtomicCounter);
  bench.fields.response_length = 1;
  bench.fields.slot_group = {};
  try {
    execute_data_port_message(bench.memory, bench.message(0, 0, {}, 1));
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
    CHECK(std::string{error.what()}.find("atomic counter") != std::string::npos);
  }
}
