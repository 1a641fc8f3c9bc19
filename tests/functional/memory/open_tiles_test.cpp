#include "functional/memory/open_tiles.h"

#include <catch2/catch.hpp>

#include <cstring>

using namespace texpipe;
using namespace texpipe::functional;

TEST_CASE("bytes of an open tile are the memory's, and opening one counts as a write to it", "[memory]") {
  GpuMemory memory;
  const ByteAddress base = memory.allocate("target", ByteSize{0x10000});
  memory.write_u32(base, 7);
  memory.watch(base, ByteSize{4});
  const std::uint64_t before = memory.generation();
  OpenTiles tiles{memory};
  const std::byte* const read = tiles.to_read(base);
  REQUIRE(read != nullptr);
  CHECK(memory.generation() == before);
  std::byte* const open = tiles.at(ByteAddress{base.value() + 8});
  REQUIRE(open == read + 8);
  CHECK(memory.changed_since(base.value() / GpuMemory::kTileBytes, before));
  const std::uint32_t word = 9;
  std::memcpy(open, &word, sizeof word);
  CHECK(memory.read_u32(ByteAddress{base.value() + 8}) == 9);
}

TEST_CASE("a tile that others watch again is opened anew after the others were closed", "[memory]") {
  GpuMemory memory;
  const ByteAddress base = memory.allocate("target", ByteSize{0x10000});
  OpenTiles tiles{memory};
  REQUIRE(tiles.at(base) != nullptr);
  memory.watch(base, ByteSize{4});
  const std::uint64_t before = memory.generation();
  tiles.close();
  REQUIRE(tiles.at(base) != nullptr);
  CHECK(memory.changed_since(base.value() / GpuMemory::kTileBytes, before));
}

TEST_CASE("memory with null tiles opens none, nor do addresses beyond its end or, to read, bytes that nobody wrote",
          "[memory]") {
  GpuMemory memory;
  const ByteAddress base = memory.allocate("target", ByteSize{0x10000});
  OpenTiles tiles{memory};
  CHECK(tiles.to_read(base) == nullptr);
  CHECK(tiles.at(ByteAddress{GpuMemory::kEnd}) == nullptr);
  memory.set_null(base, ByteSize{4096});
  CHECK(tiles.at(base) == nullptr);
}
