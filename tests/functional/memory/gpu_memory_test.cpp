#include "functional/memory/gpu_memory.h"

#include <array>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"

namespace texpipe::functional {
namespace {

constexpr std::uint64_t kTop = std::uint64_t{1} << GpuMemory::kAddressBits;

TEST_CASE("the address space ends at 2^48: its last byte is one, nothing lies beyond and nothing wraps",
          "[memory][R29]") {
  GpuMemory memory;
  memory.write_u32(ByteAddress{0}, 0xCAFE0001);
  memory.write_u32(ByteAddress{kTop - 4}, 0x44332211);
  CHECK(memory.read_u32(ByteAddress{kTop - 4}) == 0x44332211);
  CHECK(memory.read_u32(ByteAddress{kTop - 2}) == 0x4433);
  CHECK(memory.read_u32(ByteAddress{kTop}) == 0);
  CHECK(memory.read_u32(ByteAddress{~std::uint64_t{0} - 1}) == 0);
  for (const std::uint64_t beyond : {kTop - 3, kTop, kTop + 0x12340, ~std::uint64_t{0} - 1}) {
    INFO(beyond);
    CHECK_THROWS_AS(memory.write_u32(ByteAddress{beyond}, 0xFFFFFFFF), Error);
    CHECK_THROWS_AS(memory.set_null(ByteAddress{beyond}, ByteSize{4}), Error);
  }
  CHECK_THROWS_WITH(memory.write_u32(ByteAddress{kTop - 3}, 0),
                    "a write of 4 bytes at 0xfffffffffffd lies beyond the GPU address space; its last byte is at "
                    "0xffffffffffff");
  CHECK(memory.read_u32(ByteAddress{0}) == 0xCAFE0001);
  CHECK(memory.read_u32(ByteAddress{kTop - 4}) == 0x44332211);
  memory.write(ByteAddress{kTop}, {});
  memory.set_null(ByteAddress{kTop - 1}, ByteSize{1});
  CHECK(memory.is_null(ByteAddress{kTop - 4096}));
  CHECK_FALSE(memory.is_null(ByteAddress{0}));
}

TEST_CASE("allocations fill the address space to its last byte, and no farther", "[memory][R29]") {
  GpuMemory memory;
  constexpr ByteSize kTebibyte{std::uint64_t{1} << 40};
  // The first allocation starts above address 0, so that 255 of them fit.
  for (unsigned i = 0; i < 255; ++i) memory.allocate("tebibyte", kTebibyte);
  const std::uint64_t left = kTop - (255 * kTebibyte.value() + 65536);
  CHECK_THROWS_AS(memory.allocate("tebibyte", kTebibyte), Error);
  CHECK_THROWS_AS(memory.allocate("aligned", ByteSize{1}, kTebibyte), Error);
  CHECK_THROWS_AS(memory.allocate("rest", ByteSize{left + 1}), Error);
  CHECK_THROWS_AS(memory.allocate("endless", ByteSize{~std::uint64_t{0}}), Error);
  CHECK(memory.regions().size() == 255);
  const ByteAddress last = memory.allocate("rest", ByteSize{left});
  CHECK(last.value() + left == kTop);
  CHECK_THROWS_WITH(memory.allocate("more", ByteSize{1}),
                    Catch::StartsWith("'more' of 1 bytes at 0x1000000000000 lies beyond the GPU address space"));
}

TEST_CASE("bytes on both sides of a page and of a terabyte lie where they were written", "[memory]") {
  for (const std::uint64_t border :
       {std::uint64_t{65536}, std::uint64_t{4096} * 65536, std::uint64_t{1} << 40, std::uint64_t{5} << 40}) {
    INFO(border);
    GpuMemory memory;
    std::array<std::byte, 8> bytes;
    for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(i + 1);
    memory.write(ByteAddress{border - 3}, bytes);
    CHECK(memory.read_u32(ByteAddress{border - 4}) == 0x03020100);
    CHECK(memory.read_u32(ByteAddress{border}) == 0x07060504);
    CHECK(memory.read_u32(ByteAddress{border + 4}) == 0x00000008);
  }
}

TEST_CASE("memory that was never written reads 0", "[memory]") {
  const GpuMemory memory;
  CHECK(memory.read_u32(ByteAddress{0}) == 0);
  CHECK(memory.read_u32(ByteAddress{kTop - 4}) == 0);
}

TEST_CASE("allocations follow each other on their alignment and never take address 0", "[memory]") {
  GpuMemory memory;
  const ByteAddress first = memory.allocate("first", ByteSize{5});
  const ByteAddress second = memory.allocate("second", ByteSize{4096});
  const ByteAddress third = memory.allocate("third", ByteSize{1}, ByteSize{65536});
  const ByteAddress packed = memory.allocate("packed", ByteSize{1}, ByteSize{1});
  CHECK(first.value() == 65536);
  CHECK(second.value() == 65536 + 4096);
  CHECK(third.value() == 2 * 65536);
  CHECK(packed.value() == 2 * 65536 + 1);
  REQUIRE(memory.regions().size() == 4);
  CHECK(memory.regions()[1].name == "second");
  CHECK(memory.regions()[1].address == second);
  CHECK(memory.regions()[1].size == ByteSize{4096});
}

}  // namespace
}  // namespace texpipe::functional
