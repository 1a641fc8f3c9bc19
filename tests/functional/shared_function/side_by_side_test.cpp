#include "functional/shared_function/side_by_side.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::AtomicOperation;
using gen9::DataPort1Type;

namespace {

/// Binding 0 is a buffer of DWords 100, 101, 102 ..., binding 1 a surface of 4 by 2 texels RGBA32_UINT, binding 2 one
/// of R32_UINT.
struct Bench {
  GpuMemory memory;
  StateHeap heap{memory};
  ByteAddress base = memory.allocate("data", ByteSize{4096});
  gen9::DataPortMessage fields;

  explicit Bench(DataPort1Type type) {
    for (std::uint32_t i = 0; i < 16; ++i) memory.write_u32(base + ByteAddress{4 * i}, 100 + i);
    gen9::RenderSurfaceState buffer;
    buffer.type = gen9::SurfaceType::kBuffer;
    buffer.format = gen9::SurfaceFormat::kRaw;
    buffer.pitch = 1;
    buffer.set_buffer_entries(64);
    buffer.base_address = base;
    heap.add_surface(buffer);
    heap.add_surface(build_surface(
        memory, "colours", {.format = gen9::SurfaceFormat::kR32G32B32A32Uint, .width = 4, .height = 2}, {}, {}));
    heap.add_surface(
        build_surface(memory, "counts", {.format = gen9::SurfaceFormat::kR32Uint, .width = 4, .height = 2}, {}, {}));
    fields.type = static_cast<std::uint8_t>(type);
  }
  DataPortOutcome execute(std::uint32_t mask, std::vector<Grf> payload) {
    fields.message_length = static_cast<std::uint8_t>(payload.size());
    const gen9::MessageWords words = fields.encode();
    return execute_data_port_message(memory, {.shared_function = 12,
                                              .descriptor = words.descriptor,
                                              .extended_descriptor = words.extended,
                                              .execution_mask = mask,
                                              .payload = std::move(payload),
                                              .context = &heap.context()});
  }
  std::uint32_t dword(unsigned i) const { return memory.read_u32(base + ByteAddress{4 * i}); }
};

}  // namespace

TEST_CASE("a SIMD4x2 untyped read returns the colours of two slots side by side", "[dataport][simd4x2]") {
  Bench bench{DataPort1Type::kUntypedRead};
  bench.fields.response_length = 1;
  const std::vector<Grf> payload{Grf{4, 77, 77, 77, 32, 77, 77, 77}};
  auto outcome = bench.execute(0xFF, payload);
  CHECK(outcome.response.registers == std::vector<Grf>{Grf{101, 102, 103, 104, 108, 109, 110, 111}});
  CHECK(outcome.response.byte_enables == std::vector<std::uint32_t>{0xFFFF'FFFFu});
  bench.fields.channel_disables = 0b1001;  // colours keep their places
  outcome = bench.execute(0b0010'0000, payload);
  CHECK(outcome.response.registers == std::vector<Grf>{Grf{0, 0, 0, 0, 0, 109, 110, 0}});
  CHECK(outcome.response.byte_enables == std::vector<std::uint32_t>{0x0FF0'0000u});
}

TEST_CASE("a SIMD4x2 untyped write stores each slot's colours at its address", "[dataport][simd4x2]") {
  Bench bench{DataPort1Type::kUntypedWrite};
  bench.fields.channel_disables = 0b1010;
  bench.execute(0x11, {Grf{0, 0, 0, 0, 16}, Grf{1, 2, 3, 4, 5, 6, 7, 8}});
  CHECK(bench.dword(0) == 1);
  CHECK(bench.dword(1) == 101);
  CHECK(bench.dword(2) == 3);
  CHECK(bench.dword(4) == 5);
  CHECK(bench.dword(6) == 7);
  CHECK(bench.dword(7) == 107);
}

TEST_CASE("SIMD4x2 messages with 64-bit addresses take them from the first two values of a slot",
          "[dataport][simd4x2]") {
  Bench bench{DataPort1Type::kA64UntypedRead};
  bench.fields.channel_disables = 0b1110;
  bench.fields.response_length = 1;
  Grf addresses{};
  for (const unsigned slot : {0u, 1u}) {
    const std::uint64_t address = bench.base.value() + 8 * (slot + 1);
    addresses[4 * slot] = static_cast<std::uint32_t>(address);
    addresses[4 * slot + 1] = static_cast<std::uint32_t>(address >> 32);
  }
  CHECK(bench.execute(0xFF, {addresses}).response.registers[0] == Grf{102, 0, 0, 0, 104});
}

TEST_CASE("a SIMD4x2 typed write and read move a texel of each slot", "[dataport][simd4x2]") {
  Bench bench{DataPort1Type::kTypedWrite};
  bench.fields.binding_table_index = 1;
  const Grf places{3, 1, 0, 0, 2, 0, 0, 0};
  bench.execute(0xFF, {places, Grf{1, 2, 3, 4, 5, 6, 7, 8}});
  bench.fields.type = static_cast<std::uint8_t>(DataPort1Type::kTypedRead);
  bench.fields.response_length = 1;
  CHECK(bench.execute(0xFF, {places}).response.registers[0] == Grf{1, 2, 3, 4, 5, 6, 7, 8});
  bench.fields.header_present = true;  // as compilers set the sample mask: a bit of each slot
  const Grf header{0, 0, 0, 0, 0, 0, 0, 0x10};
  CHECK(bench.execute(0xFF, {header, places}).response.byte_enables[0] == 0xFFFF'0000u);
}

TEST_CASE("SIMD4x2 atomics take operands from the first two values and answer in the first", "[dataport][simd4x2]") {
  Bench bench{DataPort1Type::kUntypedAtomicSimd4x2};
  bench.fields.operation = AtomicOperation::kCompareWrite;
  bench.fields.return_data = true;
  bench.fields.response_length = 1;
  const auto outcome = bench.execute(0xFF, {Grf{0, 0, 0, 0, 8}, Grf{100, 1, 0, 0, 9, 2, 0, 0}});
  CHECK(bench.dword(0) == 1);
  CHECK(bench.dword(2) == 102);
  CHECK(outcome.response.registers == std::vector<Grf>{Grf{100, 0, 0, 0, 102}});
  CHECK(outcome.response.byte_enables == std::vector<std::uint32_t>{0x000F'000Fu});

  bench.fields.type = static_cast<std::uint8_t>(DataPort1Type::kTypedAtomicSimd4x2);
  bench.fields.operation = AtomicOperation::kAdd;
  bench.fields.binding_table_index = 2;
  const std::vector<Grf> adds{Grf{1, 1, 0, 0, 1, 1, 0, 0}, Grf{7, 0, 0, 0, 8}};
  CHECK(bench.execute(0xFF, adds).response.registers[0] == Grf{0, 0, 0, 0, 7});
  CHECK(bench.execute(0x0F, adds).response.registers[0] == Grf{15});
}

TEST_CASE("a SIMD4x2 message whose payload does not fit its descriptor is refused", "[dataport][simd4x2]") {
  Bench bench{DataPort1Type::kUntypedWrite};
  CHECK_THROWS_WITH(bench.execute(1, {Grf{}}), Catch::Contains("SIMD4x2 untyped surface write with 1 payload"));
  bench.fields.type = static_cast<std::uint8_t>(DataPort1Type::kUntypedAtomicSimd4x2);
  bench.fields.operation = AtomicOperation::kCompareWrite64;
  CHECK_THROWS_WITH(bench.execute(1, {Grf{}, Grf{}}), Catch::Contains("64-bit compare and write"));
}
