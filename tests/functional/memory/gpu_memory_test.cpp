#include "functional/memory/gpu_memory.h"

#include <array>
#include <catch2/catch.hpp>

namespace texpipe::functional {
namespace {

constexpr std::uint64_t kTop = std::uint64_t{1} << GpuMemory::kAddressBits;

TEST_CASE("addresses wrap at 48 bits", "[memory]") {
  GpuMemory memory;
  memory.write_u32(ByteAddress{0x12340}, 0xCAFE0001);
  CHECK(memory.read_u32(ByteAddress{kTop + 0x12340}) == 0xCAFE0001);
  CHECK(memory.read_u32(ByteAddress{kTop / 2 + 0x12340}) == 0);
  memory.write_u32(ByteAddress{kTop - 2}, 0x44332211);
  CHECK(memory.read_u32(ByteAddress{0}) == 0x4433);
  CHECK((memory.read_u32(ByteAddress{kTop - 4}) >> 16) == 0x2211);
  memory.set_null(ByteAddress{kTop + 0x12340}, ByteSize{1});
  CHECK(memory.is_null(ByteAddress{0x12000}));
  CHECK(memory.is_null(ByteAddress{kTop + 0x12FFF}));
  CHECK_FALSE(memory.is_null(ByteAddress{0x13000}));
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
