#include <array>
#include <catch2/catch.hpp>

#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {
namespace {

TEST_CASE("null tiles read 0 and drop writes, their neighbours do not", "[memory]") {
  GpuMemory memory;
  const ByteAddress base = memory.allocate("tiled", ByteSize{65536}, ByteSize{65536});
  const ByteAddress border{base.value() + 4096 - 2};
  std::array<std::byte, 4> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  memory.write(border, bytes);
  memory.set_null(ByteAddress{base.value() + 4096}, ByteSize{4096});
  CHECK_FALSE(memory.is_null(border));
  CHECK(memory.is_null(ByteAddress{base.value() + 4096}));
  CHECK_FALSE(memory.is_null(ByteAddress{base.value() + 8192}));
  CHECK(memory.read_u32(border) == 0x0201);
  memory.write_u32(border, 0xAABBCCDD);
  memory.set_null(ByteAddress{base.value() + 4096}, ByteSize{4096}, false);
  CHECK(memory.read_u32(border) == 0x0403CCDD);
}

}  // namespace
}  // namespace texpipe::functional
