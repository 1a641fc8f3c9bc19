// Surfaces written into GPU memory: what the state says, and that every texel is found where the layout puts it.
#include "functional/surface/surface_builder.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "base/diagnostic.h"

namespace texpipe::functional {
namespace {

std::vector<std::byte> numbered(std::size_t count) {
  std::vector<std::byte> bytes(count);
  std::uint32_t state = 12345;
  for (std::byte& byte : bytes) byte = static_cast<std::byte>((state = state * 1664525u + 1013904223u) >> 24);
  return bytes;
}

constexpr Tiling kAllTilings[] = {Tiling::kLinear, Tiling::kX, Tiling::kY, Tiling::kYf, Tiling::kYs};

TEST_CASE("texels written under any tiling are read back in the same order", "[surface][builder]") {
  for (const Tiling tiling : kAllTilings) {
    for (const SurfaceImage& image :
         {SurfaceImage{.type = SurfaceType::k1D, .width = 37, .array_length = 3, .levels = 6},
          SurfaceImage{.width = 37, .height = 19, .array_length = 2, .levels = 6},
          SurfaceImage{.format = gen9::SurfaceFormat::kBc1Unorm, .width = 37, .height = 19, .levels = 6},
          SurfaceImage{.format = gen9::SurfaceFormat::kR8Unorm, .width = 300, .height = 3, .levels = 9},
          SurfaceImage{.format = gen9::SurfaceFormat::kR32G32B32A32Float, .width = 67, .height = 80, .levels = 7},
          SurfaceImage{.type = SurfaceType::k3D, .width = 20, .height = 11, .depth = 9, .levels = 5},
          SurfaceImage{.type = SurfaceType::kCube, .width = 16, .height = 16, .array_length = 2, .levels = 5},
          SurfaceImage{.width = 9, .height = 5, .array_length = 2, .sample_bits = 3}}) {
      GpuMemory memory;
      const std::vector<std::byte> texels = numbered(packed_bytes(image));
      const gen9::RenderSurfaceState state = build_surface(memory, "surface", image, texels, {.tiling = tiling});
      INFO(name_of(tiling) << " type " << int(image.type));
      const SurfaceLayout layout{surface_geometry(gen9::RenderSurfaceState::decode(state.encode()))};
      CHECK(read_surface(memory, image, layout) == texels);
      CHECK(state.base_address.value() % (tiling == Tiling::kYs ? 65536 : 4096) == 0);
      const MemoryRegion& region = memory.regions().back();
      for_each_run(image, layout, [&](const ElementRun& run) {
        if (run.address < region.address ||
            run.address.value() + run.bytes > region.address.value() + region.size.value()) {
          FAIL("a run leaves the allocation");
        }
      });
    }
  }
}

TEST_CASE("a W-tiled surface has its texels in the order of the stencil formula", "[surface][builder]") {
  GpuMemory memory;
  const SurfaceImage image{.format = gen9::SurfaceFormat::kR8Uint, .width = 100, .height = 70};
  const std::vector<std::byte> texels = numbered(packed_bytes(image));
  const auto state = build_surface(memory, "stencil", image, texels, {.tiling = Tiling::kW});
  CHECK(state.tile_mode == gen9::TileMode::kW);
  CHECK(state.pitch == 2 * 128);  // specification/state 4.1: programmed twice
  CHECK(read_surface(memory, image, SurfaceLayout{surface_geometry(state)}) == texels);
  // Broadwell's WalkW: inside a tile, x and y bits 0 to 2 alternate, then three more of y and three of x.
  const auto in_tile = [](unsigned x, unsigned y) {
    return (x >> 3 & 7) << 9 | (y >> 2 & 15) << 5 | (x >> 2 & 1) << 4 | (y >> 1 & 1) << 3 | (x >> 1 & 1) << 2 |
           (y & 1) << 1 | (x & 1);
  };
  for (const auto& [x, y] : {std::pair{5u, 9u}, {63u, 63u}, {64u, 0u}, {99u, 69u}, {1u, 64u}}) {
    std::byte stored{};
    const std::uint64_t tile = y / 64 * 2 + x / 64;
    memory.read(state.base_address + ByteAddress{tile * 4096 + in_tile(x % 64, y % 64)}, std::span{&stored, 1});
    CHECK(stored == texels[y * 100 + x]);
  }
}

TEST_CASE("a texel lies where texel_address says", "[surface][builder]") {
  for (const Tiling tiling : kAllTilings) {
    GpuMemory memory;
    const SurfaceImage image{
        .format = gen9::SurfaceFormat::kR32Uint, .width = 40, .height = 24, .array_length = 3, .levels = 4};
    std::vector<std::uint32_t> texels(packed_bytes(image) / 4);
    std::iota(texels.begin(), texels.end(), 7u);
    const auto state = build_surface(memory, "surface", image, std::as_bytes(std::span{texels}), {.tiling = tiling});
    const SurfaceLayout layout{surface_geometry(state)};
    const std::uint32_t slice_texels = 40 * 24 + 20 * 12 + 10 * 6 + 5 * 3;
    CHECK(memory.read_u32(layout.texel_address(0, {.x = 13, .y = 7, .slice = 0}).stored) == 7 + 7 * 40 + 13);
    CHECK(memory.read_u32(layout.texel_address(2, {.x = 9, .y = 5, .slice = 2}).stored) ==
          7 + 2 * slice_texels + 40 * 24 + 20 * 12 + 5 * 10 + 9);
  }
}

TEST_CASE("the mip tail starts at the largest level that the manual's table allows", "[surface][builder]") {
  // specification/state 4.4: width x height x depth for elements of 1, 2, 4, 8 and 16 bytes.
  struct Row {
    SurfaceType type;
    Tiling tiling;
    std::uint8_t sample_bits;
    std::uint32_t largest[5][3];
  };
  const Row rows[] = {
      {SurfaceType::k2D, Tiling::kYs, 0, {{128, 256, 1}, {128, 128, 1}, {64, 128, 1}, {64, 64, 1}, {32, 64, 1}}},
      {SurfaceType::k2D, Tiling::kYs, 1, {{128, 128, 1}, {128, 64, 1}, {64, 64, 1}, {64, 32, 1}, {32, 32, 1}}},
      {SurfaceType::k2D, Tiling::kYs, 2, {{64, 128, 1}, {64, 64, 1}, {32, 64, 1}, {32, 32, 1}, {16, 32, 1}}},
      {SurfaceType::k2D, Tiling::kYs, 3, {{64, 64, 1}, {64, 32, 1}, {32, 32, 1}, {32, 16, 1}, {16, 16, 1}}},
      {SurfaceType::k2D, Tiling::kYs, 4, {{32, 64, 1}, {32, 32, 1}, {16, 32, 1}, {16, 16, 1}, {8, 16, 1}}},
      {SurfaceType::k2D, Tiling::kYf, 0, {{32, 64, 1}, {32, 32, 1}, {16, 32, 1}, {16, 16, 1}, {8, 16, 1}}},
      {SurfaceType::k3D, Tiling::kYs, 0, {{32, 32, 32}, {16, 32, 32}, {16, 32, 16}, {16, 16, 16}, {8, 16, 16}}},
      {SurfaceType::k3D, Tiling::kYf, 0, {{16, 8, 16}, {8, 8, 16}, {8, 8, 8}, {8, 4, 8}, {4, 4, 8}}},
      {SurfaceType::k1D, Tiling::kYs, 0, {{16384, 1, 1}, {8192, 1, 1}, {4096, 1, 1}, {2048, 1, 1}, {1024, 1, 1}}},
      {SurfaceType::k1D, Tiling::kYf, 0, {{1024, 1, 1}, {512, 1, 1}, {256, 1, 1}, {128, 1, 1}, {64, 1, 1}}},
  };
  for (const Row& row : rows) {
    for (unsigned size = 0; size < 5; ++size) {
      INFO("type " << int(row.type) << " " << name_of(row.tiling) << " samples 2^" << int(row.sample_bits) << " bytes "
                   << (1 << size));
      const auto& [width, height, depth] = row.largest[size];
      SurfaceGeometry geometry{.type = row.type, .tiling = row.tiling, .levels = 3, .sample_bits = row.sample_bits};
      geometry.element.bytes = static_cast<std::uint8_t>(1u << size);
      const auto start = [&](std::uint32_t w, std::uint32_t h, std::uint32_t d) {
        geometry.width = w;
        geometry.height = h;
        geometry.depth = d;
        return mip_tail_start(geometry);
      };
      CHECK(start(width, height, depth) == 0);
      CHECK(start(width + 1, height, depth) == 1);
      if (row.type != SurfaceType::k1D) CHECK(start(width, height + 1, depth) == 1);
      if (row.type == SurfaceType::k3D) CHECK(start(width, height, depth + 1) == 1);
      CHECK(start(8 * width, height, depth) == kNoMipTail);
    }
  }
}

TEST_CASE("interleaved samples are written pixel by pixel", "[surface][builder][multisample]") {
  GpuMemory memory;
  const SurfaceImage image{.format = gen9::SurfaceFormat::kR32Uint, .width = 5, .height = 3, .sample_bits = 2};
  std::vector<std::uint32_t> texels(packed_bytes(image) / 4);
  std::iota(texels.begin(), texels.end(), 1u);
  const auto state = build_surface(memory, "depth", image, std::as_bytes(std::span{texels}),
                                   {.tiling = Tiling::kY, .sample_storage = SampleStorage::kInterleaved});
  const SurfaceLayout layout{surface_geometry(state)};
  CHECK(memory.read_u32(layout.element_address(0, {.x = 4, .y = 2, .sample = 3})) == 1 + 3 * 15 + 2 * 5 + 4);
  // Physical pixel of sample 3 of pixel (4, 2): x = 4 * 2 + 2, y = 2 * 2 + 2.
  CHECK(memory.read_u32(layout.element_at(0, 10, 6, 0)) == 1 + 3 * 15 + 2 * 5 + 4);
}

TEST_CASE("a built MCS names each sample its own slice", "[surface][builder][multisample]") {
  for (const auto& [sample_bits, word] : {std::pair<std::uint8_t, std::uint32_t>{1, 0b10}, {2, 0xE4}, {3, 0xFAC688}}) {
    GpuMemory memory;
    const SurfaceImage image{.width = 40, .height = 20, .array_length = 2, .sample_bits = sample_bits};
    const auto state = build_surface(memory, "target", image, {}, {.mcs = true});
    const SurfaceLayout layout{surface_geometry(state)};
    const std::uint32_t mask = sample_bits == 3 ? 0xFFFFFFFF : 0xFF;
    CHECK((memory.read_u32(layout.mcs_address(39, 19, 1)) & mask) == word);
  }
}

TEST_CASE("the chroma plane follows the luma plane", "[surface][builder]") {
  GpuMemory memory;
  const SurfaceImage image{.format = gen9::SurfaceFormat::kPlanar4208, .width = 8, .height = 6};
  const std::vector<std::byte> texels = numbered(packed_bytes(image));
  CHECK(texels.size() == 8 * 6 + 8 * 3);
  const auto state = build_surface(memory, "video", image, texels, {.tiling = Tiling::kLinear});
  const SurfaceLayout layout{surface_geometry(state)};
  CHECK(read_surface(memory, image, layout) == texels);
  std::byte chroma{};
  memory.read(layout.cr_address(5, 3, 0), std::span{&chroma, 1});
  CHECK(chroma == texels[48 + 8 + 5]);
}

TEST_CASE("texels of the wrong length and sizes out of range are refused", "[surface][builder]") {
  GpuMemory memory;
  const std::vector<std::byte> short_by_one(4 * 4 * 4 - 1);
  CHECK_THROWS_AS(build_surface(memory, "s", SurfaceImage{.width = 4, .height = 4}, short_by_one), Error);
  CHECK_THROWS_AS(packed_bytes(SurfaceImage{.width = 16385}), Error);
  CHECK_THROWS_AS(packed_bytes(SurfaceImage{.width = 0}), Error);
  CHECK_THROWS_AS(packed_bytes(SurfaceImage{.width = 4, .height = 4, .levels = 4}), Error);
  CHECK_THROWS_AS(packed_bytes(SurfaceImage{.type = SurfaceType::k3D, .width = 4096}), Error);
  CHECK_THROWS_AS(
      build_surface(memory, "s", SurfaceImage{.format = gen9::SurfaceFormat::kR32G32B32Float, .width = 4, .height = 4},
                    {}, {.tiling = Tiling::kY}),
      Error);
}

TEST_CASE("cubes have square faces, and planes of chroma are two-dimensional", "[surface][builder]") {
  CHECK_THROWS_WITH(packed_bytes(SurfaceImage{.type = SurfaceType::kCube, .width = 8, .height = 4}),
                    Catch::Contains("8x4"));
  CHECK_THROWS_WITH(
      packed_bytes(SurfaceImage{
          .type = SurfaceType::k3D, .format = gen9::SurfaceFormat::kPlanar4208, .width = 8, .height = 8, .depth = 2}),
      Catch::Contains("PLANAR_420_8"));
}

TEST_CASE("buffers keep their entries one after the other", "[surface][builder]") {
  GpuMemory memory;
  const SurfaceImage image{.type = SurfaceType::kBuffer, .format = gen9::SurfaceFormat::kR32G32B32Float, .width = 1000};
  const std::vector<std::byte> texels = numbered(packed_bytes(image));
  const auto state = build_surface(memory, "buffer", image, texels);
  CHECK(state.buffer_entries() == 1000);
  CHECK(state.pitch == 12);
  CHECK(read_surface(memory, image, SurfaceLayout{surface_geometry(state)}) == texels);
}

}  // namespace
}  // namespace texpipe::functional
