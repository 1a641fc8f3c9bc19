#include "functional/query/texture_query.h"

#include <catch2/catch.hpp>
#include <span>

#include "functional/query/surface_info.h"
#include "functional/rasterization/pixel_offset.h"

using namespace texpipe;
using namespace texpipe::functional;
using spa::MultisampleMode;
using spa::TextureQuery;
using spa::TextureType;
using Rgba = std::array<std::uint32_t, 4>;

namespace {

Rgba dimension(TextureType type, std::uint32_t lod, MultisampleMode mode = MultisampleMode::k1x1) {
  const spa::TextureHeader header{type, mode, 100, 60, 12, 0, 4, 4};
  return query_texture(header, TextureQuery::kDimension, lod);
}

}  // namespace

TEST_CASE("TEX_HEADER_DIMENSION gives each texture type's row", "[txq]") {
  CHECK(dimension(TextureType::kOneD, 0) == Rgba{100, 0, 0, 5});
  CHECK(dimension(TextureType::kTwoD, 0) == Rgba{100, 60, 0, 5});
  CHECK(dimension(TextureType::kThreeD, 0) == Rgba{100, 60, 12, 5});
  CHECK(dimension(TextureType::kCubemap, 0) == Rgba{100, 60, 0, 5});
  CHECK(dimension(TextureType::kOneDArray, 0) == Rgba{100, 12, 0, 5});
  CHECK(dimension(TextureType::kTwoDArray, 0) == Rgba{100, 60, 12, 5});
  CHECK(dimension(TextureType::kOneDBuffer, 0) == Rgba{100, 0, 0, 1});
  CHECK(dimension(TextureType::kTwoDNoMipmap, 0) == Rgba{100, 60, 0, 1});
  CHECK(dimension(TextureType::kCubemapArray, 0) == Rgba{100, 60, 12, 5});
}

TEST_CASE("only the starred entries depend on MODE_1X1", "[txq]") {
  CHECK(dimension(TextureType::kTwoD, 0, MultisampleMode::k2x2) == Rgba{100, 60, 1, 5});
  CHECK(dimension(TextureType::kTwoDNoMipmap, 0, MultisampleMode::k2x2) == Rgba{100, 60, 12, 1});
  CHECK(dimension(TextureType::kCubemap, 0, MultisampleMode::k2x2) == Rgba{100, 60, 0, 5});
}

TEST_CASE("sizes shrink by level to at least 1 and are 0 outside the view", "[txq]") {
  CHECK(dimension(TextureType::kThreeD, 3) == Rgba{12, 7, 1, 5});
  CHECK(dimension(TextureType::kThreeD, 4) == Rgba{6, 3, 1, 5});
  CHECK(dimension(TextureType::kThreeD, 5) == Rgba{0, 0, 0, 5});
  CHECK(dimension(TextureType::kTwoDArray, 0xFFFFFFFF) == Rgba{0, 0, 0, 5});
}

TEST_CASE("levels count from the view's first", "[txq]") {
  const spa::TextureHeader header{TextureType::kTwoD, MultisampleMode::k1x1, 64, 64, 1, 2, 3, 6};
  CHECK(query_texture(header, TextureQuery::kDimension, 0) == Rgba{16, 16, 0, 2});
  CHECK(query_texture(header, TextureQuery::kDimension, 1) == Rgba{8, 8, 0, 2});
  CHECK(query_texture(header, TextureQuery::kDimension, 2) == Rgba{0, 0, 0, 2});
}

TEST_CASE("TEX_HEADER_TEXTURE_TYPE gives the sample count in B", "[txq]") {
  const spa::TextureHeader header{.multisample = MultisampleMode::k4x2Vc8};
  CHECK(query_texture(header, TextureQuery::kTextureType, 9) == Rgba{0, 0, 8, 0});
}

TEST_CASE("TEX_HEADER_SAMPLER_POS gives 4.12 positions, 0 beyond the count", "[txq]") {
  spa::TextureHeader header{.multisample = MultisampleMode::k2x2};
  CHECK(query_texture(header, TextureQuery::kSamplerPosition, 0) == Rgba{0xFA00FE00, 0, 0, 0});
  CHECK(query_texture(header, TextureQuery::kSamplerPosition, 4) == Rgba{});
  header.multisample = MultisampleMode::k2x2Center;
  CHECK(query_texture(header, TextureQuery::kSamplerPosition, 3) == Rgba{});
  header.multisample = MultisampleMode::k2x1;
  CHECK(query_texture(header, TextureQuery::kSamplerPosition, 0)[0] == 0xFC00FC00);
  header.multisample = MultisampleMode::k2x1D3d;
  CHECK(query_texture(header, TextureQuery::kSamplerPosition, 0)[0] == 0x04000400);
}

TEST_CASE("the header's own orders of two and eight samples differ from Direct3D's", "[txq]") {
  // specification/nvidia-queries 5, from the pixel's corner in 1/16.
  const auto check = [](MultisampleMode mode, std::initializer_list<SamplePosition> expected) {
    const spa::TextureHeader header{.multisample = mode};
    std::uint32_t sample = 0;
    for (const SamplePosition& position : expected) {
      INFO("mode " << int(mode) << " sample " << sample);
      CHECK(query_texture(header, TextureQuery::kSamplerPosition, sample++)[0] == packed(offset_of(position)));
    }
  };
  check(MultisampleMode::k2x1, {{4, 4}, {12, 12}});
  check(MultisampleMode::k2x1D3d, {{12, 12}, {4, 4}});
  const std::initializer_list<SamplePosition> kEight{{1, 7}, {5, 3},  {3, 13},  {7, 11},
                                                     {9, 5}, {15, 1}, {11, 15}, {13, 9}};
  check(MultisampleMode::k4x2, kEight);
  check(MultisampleMode::k4x2Vc8, kEight);
  check(MultisampleMode::k4x2Vc24, kEight);
  check(MultisampleMode::k4x2D3d, {{9, 5}, {7, 11}, {13, 9}, {5, 3}, {3, 13}, {1, 7}, {11, 15}, {15, 1}});
  check(MultisampleMode::k2x2Vc12, {{6, 2}, {14, 6}, {2, 10}, {10, 14}});
  check(MultisampleMode::k4x2Center, {{8, 8}, {8, 8}});
}

TEST_CASE("a header or sampler index above its maximum is an invalid texture and reads 0", "[txq]") {
  GpuMemory memory;
  const auto words = spa::encode_texture_header({.width = 32});
  TexturePools pools{.headers = memory.allocate("headers", ByteSize{64}), .maximum_header = 1, .maximum_sampler = 2};
  memory.write(pools.headers + ByteAddress{32}, std::as_bytes(std::span{words}));
  CHECK(find_texture(memory, pools, {.header = 1, .sampler = 2})->width == 32);
  CHECK_FALSE(find_texture(memory, pools, {.header = 2, .sampler = 0}));
  CHECK_FALSE(find_texture(memory, pools, {.header = 1, .sampler = 3}));
  CHECK(query_texture(std::nullopt, TextureQuery::kDimension, 0) == Rgba{});
  pools.via_header_binding = true;
  CHECK(find_texture(memory, pools, {.header = 1, .sampler = 3}));
}

TEST_CASE("TXQ is resinfo: both answer alike for the types that both have", "[txq]") {
  const struct {
    TextureType texture;
    gen9::SurfaceType surface;
    bool array;
  } kTypes[]{{TextureType::kOneD, gen9::SurfaceType::k1D, false},
             {TextureType::kTwoD, gen9::SurfaceType::k2D, false},
             {TextureType::kThreeD, gen9::SurfaceType::k3D, false},
             {TextureType::kOneDArray, gen9::SurfaceType::k1D, true},
             {TextureType::kTwoDArray, gen9::SurfaceType::k2D, true},
             {TextureType::kCubemapArray, gen9::SurfaceType::kCube, true}};
  for (const auto& type : kTypes) {
    const bool has_height = type.surface != gen9::SurfaceType::k1D;
    const bool has_depth = type.array || type.surface == gen9::SurfaceType::k3D;
    const std::uint32_t height = has_height ? 60 : 1, depth = has_depth ? 12 : 1;
    const gen9::RenderSurfaceState state{
        .type = type.surface, .array = type.array, .width = 100, .height = height, .depth = depth, .mip_count = 5};
    const spa::TextureHeader header{type.texture, MultisampleMode::k1x1, 100, height, depth, 0, 4, 4};
    for (const std::uint32_t lod : {0u, 1u, 3u, 4u, 5u, 100u, 0xFFFF'FFFFu}) {
      const Rgba texture = query_texture(header, TextureQuery::kDimension, lod);
      const Rgba surface = surface_info(state, lod);
      CAPTURE(static_cast<int>(type.texture), lod);
      CHECK(texture == surface);
    }
  }
}
