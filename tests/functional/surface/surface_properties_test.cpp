// Properties of layouts over random surfaces (RapidCheck).
#include <rapidcheck.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "functional/surface/address_tables.h"
#include "functional/surface/surface_builder.h"

namespace texpipe::functional {
namespace {

using gen9::SurfaceFormat;

struct RandomSurface {
  SurfaceImage image;
  Tiling tiling = Tiling::kY;
};

RandomSurface random_surface() {
  RandomSurface random;
  SurfaceImage& image = random.image;
  image.type = *rc::gen::element(SurfaceType::k1D, SurfaceType::k2D, SurfaceType::k3D, SurfaceType::kCube);
  image.format = *rc::gen::element(SurfaceFormat::kR8Unorm, SurfaceFormat::kR8G8Unorm, SurfaceFormat::kR8G8B8A8Unorm,
                                   SurfaceFormat::kR16G16B16A16Float, SurfaceFormat::kR32G32B32A32Float,
                                   SurfaceFormat::kBc1Unorm, SurfaceFormat::kBc7Unorm, SurfaceFormat::kFxt1);
  random.tiling = *rc::gen::element(Tiling::kLinear, Tiling::kX, Tiling::kY, Tiling::kYf, Tiling::kYs);
  const bool blocks = element_shape(image.format).width > 1;
  if (image.type == SurfaceType::k1D && blocks) image.type = SurfaceType::k2D;
  image.width = *rc::gen::inRange(1u, image.type == SurfaceType::k1D ? 700u : 90u);
  if (image.type != SurfaceType::k1D) image.height = *rc::gen::inRange(1u, 90u);
  if (image.type == SurfaceType::kCube) image.height = image.width;
  if (image.type == SurfaceType::k3D) image.depth = *rc::gen::inRange(1u, 20u);
  if (image.type != SurfaceType::k3D) image.array_length = *rc::gen::inRange(1u, 4u);
  image.levels = *rc::gen::inRange(1u, full_mip_levels(image.width, image.height, image.depth) + 1);
  return random;
}

TEST_CASE("any surface is a bijection from texels to bytes inside its allocation", "[surface][properties]") {
  const bool holds = rc::check([] {
    const RandomSurface random = random_surface();
    GpuMemory memory;
    const gen9::RenderSurfaceState state =
        build_surface(memory, "surface", random.image, {}, {.tiling = random.tiling});
    const MemoryRegion region = memory.regions().back();
    const SurfaceLayout layout{surface_geometry(gen9::RenderSurfaceState::decode(state.encode()))};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> runs;  // first byte, end
    for_each_run(random.image, layout, [&](const ElementRun& run) {
      runs.emplace_back(run.address.value(), run.address.value() + run.bytes);
    });
    std::sort(runs.begin(), runs.end());
    RC_ASSERT(runs.front().first >= region.address.value());
    RC_ASSERT(runs.back().second <= region.address.value() + region.size.value());
    for (std::size_t i = 1; i < runs.size(); ++i) RC_ASSERT(runs[i - 1].second <= runs[i].first);
  });
  CHECK(holds);
}

TEST_CASE("a texel's address is its element's, and decoded addresses keep the element's order",
          "[surface][properties]") {
  const bool holds = rc::check([] {
    const RandomSurface random = random_surface();
    GpuMemory memory;
    const SurfaceLayout layout{
        surface_geometry(build_surface(memory, "surface", random.image, {}, {.tiling = random.tiling}))};
    const ElementShape element = element_shape(random.image.format);
    const unsigned level = *rc::gen::inRange(0u, random.image.levels);
    const LevelSize size = layout.level_size(level);
    const TexelPlace place{.x = *rc::gen::inRange(0u, size.width),
                           .y = *rc::gen::inRange(0u, size.height),
                           .slice = *rc::gen::inRange(0u, size.depth)};
    const TexelAddress address = layout.texel_address(level, place);
    RC_ASSERT(address.stored ==
              layout.element_at(level, place.x / element.width, place.y / element.height, place.slice));
    const std::uint64_t decoded_base = address.stored.value() * element.expansion;
    const unsigned inside = place.y % element.height * element.width + place.x % element.width;
    RC_ASSERT(address.decoded.value() ==
              decoded_base + inside * (element.expansion > 1 ? element.decoded_texel_bytes : 0));
  });
  CHECK(holds);
}

TEST_CASE("tables of what x and y contribute give every texel the address that the layout gives",
          "[surface][properties]") {
  const bool holds = rc::check([] {
    const RandomSurface random = random_surface();
    GpuMemory memory;
    SurfaceGeometry geometry =
        surface_geometry(build_surface(memory, "surface", random.image, {}, {.tiling = random.tiling}));
    geometry.x_offset = 4 * *rc::gen::inRange(0u, 3u);
    geometry.every_other_line = *rc::gen::arbitrary<bool>();
    const SurfaceLayout layout{geometry};
    const auto tables = AddressTables::make(layout);
    RC_ASSERT(tables != nullptr);
    for (unsigned i = 0; i < 20; ++i) {
      const unsigned level = *rc::gen::inRange(0u, random.image.levels);
      const LevelSize size = layout.level_size(level);
      const TexelPlace place{.x = *rc::gen::inRange(0u, size.width),
                             .y = *rc::gen::inRange(0u, size.height),
                             .slice = *rc::gen::inRange(0u, size.depth)};
      const TexelAddress expected = layout.texel_address(level, place), found = (*tables)(level, place);
      RC_ASSERT(found.stored == expected.stored);
      RC_ASSERT(found.decoded == expected.decoded);
    }
  });
  CHECK(holds);
}

TEST_CASE("a quilt has no tables: what x contributes depends on y", "[surface]") {
  SurfaceGeometry geometry{.width = 16, .height = 16, .slice_pitch = 16, .row_pitch = 64, .quilt_width = 2};
  CHECK(AddressTables::make(SurfaceLayout{geometry}) == nullptr);
}

}  // namespace
}  // namespace texpipe::functional
