#include <catch2/catch.hpp>
#include <utility>

#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {
namespace {

constexpr ByteAddress kTexels{5 * GpuMemory::kTileBytes};
constexpr std::uint64_t kTile = 5;

TEST_CASE("a write makes a new generation of memory only where somebody watches", "[memory][generation]") {
  GpuMemory memory;
  memory.write_u32(kTexels, 1);
  const std::uint64_t before = memory.generation();
  memory.write_u32(kTexels, 2);
  CHECK(memory.generation() == before);
  memory.watch(kTexels, ByteSize{4});
  memory.write_u32(ByteAddress{kTexels.value() - 4}, 3);
  memory.write_u32(ByteAddress{kTexels.value() + GpuMemory::kTileBytes}, 3);
  CHECK(memory.generation() == before);
  CHECK_FALSE(memory.changed_since(kTile, before));
  memory.write_u32(ByteAddress{kTexels.value() + GpuMemory::kTileBytes - 4}, 4);
  CHECK(memory.generation() != before);
  CHECK(memory.changed_since(kTile, before));
  CHECK_FALSE(memory.changed_since(kTile, memory.generation()));
}

TEST_CASE("a write over the border of two tiles reaches whoever watches either", "[memory][generation]") {
  for (const std::uint64_t watched : {kTile, kTile + 1}) {
    GpuMemory memory;
    memory.write_u32(kTexels, 1);
    memory.watch(ByteAddress{watched * GpuMemory::kTileBytes}, ByteSize{1});
    const std::uint64_t before = memory.generation();
    memory.write_u32(ByteAddress{(kTile + 1) * GpuMemory::kTileBytes - 2}, 4);
    CHECK(memory.changed_since(watched, before));
  }
}

TEST_CASE("the first write to a part of memory that read 0 makes a new generation", "[memory][generation]") {
  GpuMemory memory;
  memory.watch(kTexels, ByteSize{4});
  const std::uint64_t before = memory.generation();
  memory.write_u32(kTexels, 1);
  CHECK(memory.changed_since(kTile, before));
}

TEST_CASE("tiles that become null or resident make a new generation", "[memory][generation]") {
  GpuMemory memory;
  memory.write_u32(kTexels, 1);
  for (const bool null : {true, false}) {
    const std::uint64_t before = memory.generation();
    memory.set_null(kTexels, ByteSize{1}, null);
    CHECK(memory.changed_since(kTile, before));
  }
}

TEST_CASE("identity and generation move with the bytes; no two memories share them", "[memory][generation]") {
  GpuMemory memory, other;
  CHECK(memory.identity() != other.identity());
  CHECK(memory.generation() != other.generation());
  const std::uint64_t identity = memory.identity(), generation = memory.generation();
  GpuMemory moved{std::move(memory)};
  CHECK(moved.identity() == identity);
  CHECK(moved.generation() == generation);
  CHECK(memory.identity() != identity);  // NOLINT: what is left of it is another memory
  CHECK(memory.generation() != generation);
}

}  // namespace
}  // namespace texpipe::functional
