#include "functional/shared_function/atomic_message.h"

#include <array>
#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::AtomicOperation;
using gen9::DataPort1Type;
using gen9::FloatAtomicOperation;

namespace {

/// Local memory of 32 bytes that a group has.
struct Bench {
  GpuMemory memory;
  ByteAddress base = memory.allocate("local", ByteSize{4096});
  gen9::DataPortMessage fields;

  Bench() {
    fields.type = static_cast<std::uint8_t>(DataPort1Type::kUntypedAtomic);
    fields.binding_table_index = 254;
    fields.simd8 = true;
    fields.return_data = true;
    fields.response_length = 1;
  }
  DataPortOutcome execute(std::uint32_t mask, std::vector<Grf> payload) {
    fields.message_length = static_cast<std::uint8_t>(payload.size());
    const gen9::MessageWords words = fields.encode();
    return execute_data_port_message(memory, {.shared_function = 12,
                                              .descriptor = words.descriptor,
                                              .extended_descriptor = words.extended,
                                              .execution_mask = mask,
                                              .payload = std::move(payload),
                                              .local_memory = base,
                                              .local_bytes = 32});
  }
  /// Content of a DWord after the operation on it.
  std::uint32_t after(AtomicOperation operation, std::uint32_t old, std::vector<std::uint32_t> operands) {
    memory.write_u32(base, old);
    fields.operation = operation;
    std::vector<Grf> payload{Grf{}};
    for (const std::uint32_t operand : operands) payload.push_back(Grf{operand});
    answer = execute(1, payload).response.registers[0][0];
    return memory.read_u32(base);
  }
  std::uint32_t answer = 0;
};

}  // namespace

TEST_CASE("each atomic operation stores what its name says and answers with what was there", "[dataport][atomic]") {
  struct Row {
    AtomicOperation operation;
    std::uint32_t old;
    std::vector<std::uint32_t> operands;
    std::uint32_t stored;
  };
  const Row rows[] = {
      {AtomicOperation::kAnd, 0b1100, {0b1010}, 0b1000},
      {AtomicOperation::kOr, 0b1100, {0b1010}, 0b1110},
      {AtomicOperation::kXor, 0b1100, {0b1010}, 0b0110},
      {AtomicOperation::kMov, 1, {2}, 2},
      {AtomicOperation::kIncrement, 0xFFFF'FFFF, {}, 0},
      {AtomicOperation::kDecrement, 0, {}, 0xFFFF'FFFF},
      {AtomicOperation::kAdd, 5, {7}, 12},
      {AtomicOperation::kSubtract, 5, {7}, 0xFFFF'FFFE},
      {AtomicOperation::kReverseSubtract, 5, {7}, 2},
      {AtomicOperation::kSignedMaximum, 0xFFFF'FFFF, {1}, 1},
      {AtomicOperation::kSignedMinimum, 0xFFFF'FFFF, {1}, 0xFFFF'FFFF},
      {AtomicOperation::kUnsignedMaximum, 0xFFFF'FFFF, {1}, 0xFFFF'FFFF},
      {AtomicOperation::kUnsignedMinimum, 0xFFFF'FFFF, {1}, 1},
      {AtomicOperation::kCompareWrite, 5, {5, 9}, 9},
      {AtomicOperation::kCompareWrite, 5, {6, 9}, 5},
  };
  Bench bench;
  for (const Row& row : rows) {
    INFO(name_of(row.operation));
    CHECK(bench.after(row.operation, row.old, row.operands) == row.stored);
    CHECK(bench.answer == row.old);
  }
  CHECK(bench.after(AtomicOperation::kPredecrement, 5, {}) == 4);
  CHECK(bench.answer == 4);
}

TEST_CASE("lanes on one DWord act one after the other and lanes that are off do not", "[dataport][atomic]") {
  Bench bench;
  bench.fields.operation = AtomicOperation::kIncrement;
  const auto outcome = bench.execute(0b1011'0101, {Grf{4, 4, 4, 4, 4, 4, 4, 28}});
  CHECK(bench.memory.read_u32(bench.base + ByteAddress{4}) == 4);
  CHECK(outcome.response.registers[0] == Grf{0, 0, 1, 0, 2, 3, 0, 0});
  CHECK(outcome.response.byte_enables[0] == 0xF0FF'0F0Fu);
  CHECK(outcome.writes.size() == 5);
  CHECK(outcome.local);
  CHECK_THROWS_WITH(bench.execute(1, {Grf{32}}), Catch::Contains("shared local memory"));
}

namespace {

Grf addresses_of(ByteAddress base, std::array<std::uint32_t, 4> offsets) {
  Grf grf{};
  for (unsigned i = 0; i < 4; ++i) {
    grf[2 * i] = static_cast<std::uint32_t>(base.value() + offsets[i]);
    grf[2 * i + 1] = static_cast<std::uint32_t>((base.value() + offsets[i]) >> 32);
  }
  return grf;
}

}  // namespace

TEST_CASE("A64 atomics of 64-bit data carry into the upper half and answer with both halves", "[dataport][atomic]") {
  Bench bench;
  bench.fields.type = static_cast<std::uint8_t>(DataPort1Type::kA64UntypedAtomic);
  bench.fields.response_length = 2;
  bench.fields.operation = AtomicOperation::kAdd;
  bench.memory.write_u32(bench.base, 0xFFFF'FFFF);
  bench.memory.write_u32(bench.base + ByteAddress{4}, 7);
  const std::vector<Grf> adds{addresses_of(bench.base, {0, 0, 8, 16}), addresses_of(bench.base, {24, 0, 0, 0}),
                              Grf{1, 0, 2, 1, 5, 9, 0, 0}, Grf{3, 4, 0, 0, 0, 0, 0, 0}};
  const auto outcome = bench.execute(0b0001'0111, adds);
  CHECK(bench.memory.read_u32(bench.base) == 2);
  CHECK(bench.memory.read_u32(bench.base + ByteAddress{4}) == 9);
  CHECK(bench.memory.read_u32(bench.base + ByteAddress{12}) == 9);
  CHECK(bench.memory.read_u32(bench.base + ByteAddress{28}) == 4);
  CHECK(outcome.response.registers[0] == Grf{0xFFFF'FFFF, 7, 0, 8, 0, 0, 0, 0});
  CHECK(outcome.response.byte_enables == std::vector<std::uint32_t>{0x00FF'FFFFu, 0x0000'00FFu});
  CHECK(outcome.writes[0].size == 8);
  CHECK_FALSE(outcome.local);
}

TEST_CASE("A64 minima and compare and write look at all 64 bits", "[dataport][atomic]") {
  Bench bench;
  bench.fields.type = static_cast<std::uint8_t>(DataPort1Type::kA64UntypedAtomic);
  bench.fields.response_length = 2;
  const auto after = [&](AtomicOperation operation, std::uint64_t old, std::vector<std::uint64_t> operands) {
    bench.memory.write_u32(bench.base, static_cast<std::uint32_t>(old));
    bench.memory.write_u32(bench.base + ByteAddress{4}, static_cast<std::uint32_t>(old >> 32));
    bench.fields.operation = operation;
    std::vector<Grf> payload{addresses_of(bench.base, {}), Grf{}};
    for (const std::uint64_t operand : operands) {
      payload.push_back(Grf{static_cast<std::uint32_t>(operand), static_cast<std::uint32_t>(operand >> 32)});
      payload.push_back(Grf{});
    }
    bench.execute(1, payload);
    return bench.memory.read_u32(bench.base) | std::uint64_t{bench.memory.read_u32(bench.base + ByteAddress{4})} << 32;
  };
  constexpr std::uint64_t kMinusOne = ~std::uint64_t{0}, kBig = std::uint64_t{1} << 40;
  CHECK(after(AtomicOperation::kSignedMinimum, kBig, {kMinusOne}) == kMinusOne);
  CHECK(after(AtomicOperation::kUnsignedMinimum, kMinusOne, {kBig}) == kBig);
  CHECK(after(AtomicOperation::kCompareWrite, kBig | 1, {kBig | 1, 5}) == 5);
  CHECK(after(AtomicOperation::kCompareWrite, kBig | 1, {1, 5}) == (kBig | 1));
}

TEST_CASE("an atomic without return data answers nothing", "[dataport][atomic]") {
  Bench bench;
  bench.fields.operation = AtomicOperation::kAdd;
  bench.fields.return_data = false;
  bench.fields.response_length = 0;
  bench.fields.simd8 = false;
  CHECK(bench.execute(0xFFFF, {Grf{}, Grf{}, Grf{1, 1, 1, 1, 1, 1, 1, 1}, Grf{1, 1, 1, 1, 1, 1, 1, 1}})
            .response.registers.empty());
  CHECK(bench.memory.read_u32(bench.base) == 16);
}

TEST_CASE("float atomics prefer numbers to NaN and compare zeros as equal", "[dataport][atomic]") {
  Bench bench;
  bench.fields.type = static_cast<std::uint8_t>(DataPort1Type::kUntypedFloatAtomic);
  const auto after = [&](FloatAtomicOperation operation, float old, std::vector<float> operands) {
    bench.memory.write_u32(bench.base, std::bit_cast<std::uint32_t>(old));
    bench.fields.float_operation = operation;
    std::vector<Grf> payload{Grf{}};
    for (const float operand : operands) payload.push_back(Grf{std::bit_cast<std::uint32_t>(operand)});
    bench.execute(1, payload);
    return std::bit_cast<float>(bench.memory.read_u32(bench.base));
  };
  const float nan = std::bit_cast<float>(0x7FC0'0000u);
  CHECK(after(FloatAtomicOperation::kMaximum, -1.0f, {2.0f}) == 2.0f);
  CHECK(after(FloatAtomicOperation::kMinimum, -1.0f, {2.0f}) == -1.0f);
  CHECK(after(FloatAtomicOperation::kMaximum, nan, {2.0f}) == 2.0f);
  CHECK(after(FloatAtomicOperation::kMinimum, 3.0f, {nan}) == 3.0f);
  CHECK(after(FloatAtomicOperation::kCompareWrite, -0.0f, {0.0f, 5.0f}) == 5.0f);
  CHECK(after(FloatAtomicOperation::kCompareWrite, 1.0f, {0.0f, 5.0f}) == 1.0f);
}

TEST_CASE("an atomic with a wrong number of operands is refused", "[dataport][atomic]") {
  Bench bench;
  bench.fields.operation = AtomicOperation::kCompareWrite;
  CHECK_THROWS_WITH(bench.execute(1, {Grf{}, Grf{}}), Catch::Contains("2 operands"));
  bench.fields.operation = AtomicOperation::kCompareWrite64;
  CHECK_THROWS_WITH(bench.execute(1, {Grf{}, Grf{}, Grf{}}), Catch::Contains("2 operands"));
  bench.fields.simd8 = false;
  CHECK_THROWS_WITH(bench.execute(1, std::vector<Grf>(10)), Catch::Contains("64-bit compare and write"));
}

TEST_CASE("CMPWR8B at 32-bit addresses compares and stores QWords, four lanes a register", "[dataport][atomic]") {
  Bench bench;
  bench.fields.operation = AtomicOperation::kCompareWrite64;
  bench.fields.response_length = 2;
  for (std::uint32_t i = 0; i < 8; ++i) bench.memory.write_u32(bench.base + ByteAddress{4 * i}, 100 + i);
  const Grf compared{100, 101, 0, 103, 0, 0, 0, 0}, compared_above{106, 107};  // lanes 0 and 4 find what they expect
  const auto outcome =
      bench.execute(0b1'0011, {Grf{0, 8, 0, 0, 24}, compared, compared_above, Grf{1, 2, 3, 4}, Grf{5, 6}});
  const auto dword = [&](std::uint32_t i) { return bench.memory.read_u32(bench.base + ByteAddress{4 * i}); };
  CHECK(dword(0) == 1);
  CHECK(dword(1) == 2);
  CHECK(dword(2) == 102);  // the upper half alone is equal
  CHECK(dword(3) == 103);
  CHECK(dword(6) == 5);
  CHECK(dword(7) == 6);
  CHECK(outcome.response.registers == std::vector<Grf>{Grf{100, 101, 102, 103}, Grf{106, 107}});
  CHECK(outcome.response.byte_enables == std::vector<std::uint32_t>{0xFFFF, 0xFF});
}

namespace {

/// A surface of 4 by 2 DWords that hold 10, 11, 12 ...
struct TexelBench {
  GpuMemory memory;
  StateHeap heap{memory};
  ByteAddress base;
  gen9::DataPortMessage fields;

  explicit TexelBench(gen9::SurfaceFormat format) {
    std::vector<std::byte> texels(32);
    for (unsigned i = 0; i < 8; ++i) texels[4 * i] = static_cast<std::byte>(10 + i);
    SurfaceOptions options;
    options.tiling = Tiling::kLinear;
    const gen9::RenderSurfaceState state =
        build_surface(memory, "texels", {.format = format, .width = 4, .height = 2}, texels, options);
    base = state.base_address;
    pitch = state.pitch;
    heap.add_surface(state);
    fields.type = static_cast<std::uint8_t>(DataPort1Type::kTypedAtomic);
    fields.return_data = true;
    fields.response_length = 1;
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
  std::uint32_t texel(std::uint32_t x, std::uint32_t y) const {
    return memory.read_u32(base + ByteAddress{y * pitch + 4 * x});
  }
  std::uint32_t pitch = 0;
};

}  // namespace

TEST_CASE("a typed atomic acts on the texel of each lane and answers 0 outside the surface", "[dataport][atomic]") {
  TexelBench bench{gen9::SurfaceFormat::kR32Uint};
  bench.fields.operation = AtomicOperation::kAdd;
  const auto outcome = bench.execute(0b0001'1011, {Grf{0, 3, 0, 4, 3}, Grf{0, 1, 0, 0, 1}, Grf{1, 2, 3, 4, 5}});
  CHECK(bench.texel(0, 0) == 11);
  CHECK(bench.texel(3, 1) == 24);  // twice, one lane after the other
  CHECK(outcome.response.registers[0] == Grf{10, 17, 0, 0, 19});
  CHECK(outcome.response.byte_enables[0] == 0x000F'F0FFu);
  CHECK(outcome.writes.size() == 3);
}

TEST_CASE("a typed atomic takes its slots from a header's mask", "[dataport][atomic]") {
  TexelBench bench{gen9::SurfaceFormat::kR32Sint};
  bench.fields.operation = AtomicOperation::kIncrement;
  bench.fields.header_present = true;
  const Grf header{0, 0, 0, 0, 0, 0, 0, 0x0201}, x{0, 1, 2, 3, 0, 0, 0, 0};
  bench.execute(0xFF, {header, x, Grf{}});
  CHECK(bench.texel(0, 0) == 11);
  CHECK(bench.texel(1, 0) == 11);
  bench.fields.slots_8_to_15 = true;
  bench.execute(0xFF, {header, x, Grf{}});
  CHECK(bench.texel(0, 0) == 11);
  CHECK(bench.texel(1, 0) == 12);
}

TEST_CASE("typed atomics of texels that are no integers of 32 bits are refused, but for exchanges of floats",
          "[dataport][atomic]") {
  TexelBench floats{gen9::SurfaceFormat::kR32Float};
  floats.fields.operation = AtomicOperation::kMov;
  floats.execute(1, {Grf{1}, Grf{}, Grf{77}});
  CHECK(floats.texel(1, 0) == 77);
  floats.fields.operation = AtomicOperation::kAdd;
  CHECK_THROWS_WITH(floats.execute(1, {Grf{}, Grf{}, Grf{}}), Catch::Contains("R32_FLOAT"));
  TexelBench bytes{gen9::SurfaceFormat::kR8G8B8A8Uint};
  CHECK_THROWS_WITH(bytes.execute(1, {Grf{}, Grf{}, Grf{}}), Catch::Contains("R8G8B8A8_UINT"));
  CHECK_THROWS_WITH(bytes.execute(1, {Grf{}}), Catch::Contains("1 payload registers"));
}
