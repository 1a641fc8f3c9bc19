// Parameters of a texture walk: which walk, over which image, through which sampler.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "isa/gen9/sampler_state_enums.h"
#include "isa/gen9/surface_format.h"
#include "isa/gen9/texture_coordinate_mode.h"
#include "workload/extent/image_extent.h"

namespace texpipe::study {

enum class Walk : std::uint8_t { kPerspectiveFloor, kRotatingZoom, kRandomGather, kSteady };

inline constexpr std::array<EnumRow, 4> kWalks{{
    {0, "perspective_floor", "a textured plane under a sky, mip levels from derivatives"},
    {1, "rotating_zoom", "the texture turned and scaled"},
    {2, "random_gather", "every pixel somewhere else, seeded"},
    {3, "steady", "the same positions again and again: rates when everything hits; writes no image"},
}};
inline EnumRows enum_rows(Walk) {
  return {"walk", kWalks};
}

enum class WalkMessage : std::uint8_t { kSample, kSampleB, kSampleL, kSampleLz };

inline constexpr std::array<EnumRow, 4> kWalkMessages{{
    {0, "sample", "level of detail from derivatives"},
    {1, "sample_b", "level of detail from derivatives, plus a bias"},
    {2, "sample_l", "a given level of detail"},
    {3, "sample_lz", "level 0"},
}};
inline EnumRows enum_rows(WalkMessage) {
  return {"walk message", kWalkMessages};
}

enum class TextureTiling : std::uint8_t { kLinear, kY, kX, kYf, kYs, kAuto };

inline constexpr std::array<EnumRow, 6> kTextureTilings{{
    {0, "linear", "rows one after the other"},
    {1, "y", "Y tiles: 128 bytes by 32 rows, columns of 16 bytes"},
    {2, "x", "X tiles: 512 bytes by 8 rows"},
    {3, "yf", "Yf tiles of 4 KiB: bits of columns and rows interleaved"},
    {4, "ys", "Ys tiles of 64 KiB: bits of columns and rows interleaved"},
    {5, "auto", "y; linear for texels of 3, 6 and 12 bytes, which no tile holds"},
}};
inline EnumRows enum_rows(TextureTiling) {
  return {"texture tiling", kTextureTilings};
}

/// SAMPLER_STATE, by the documented names of its values.
struct WalkSamplerParameters {
  gen9::MapFilter min_filter{gen9::MapFilter::kLinear};
  gen9::MapFilter mag_filter{gen9::MapFilter::kLinear};
  gen9::MipFilter mip_filter{gen9::MipFilter::kNone};
  std::uint32_t max_anisotropy{2};
  ImageExtent mono_filter{1, 1};
  gen9::TextureCoordinateMode address_u{gen9::TextureCoordinateMode::kWrap};
  gen9::TextureCoordinateMode address_v{gen9::TextureCoordinateMode::kWrap};
  double lod_bias{0.0};
  double min_lod{0.0};
  double max_lod{14.0};
  gen9::LodPreclamp lod_preclamp{gen9::LodPreclamp::kOgl};

  template <class Visitor>
  void describe(Visitor& v) {
    v("min_filter", min_filter, {.help = "filter when the texture is made smaller"});
    v("mag_filter", mag_filter, {.help = "filter when the texture is made larger"});
    v("mip_filter", mip_filter, {.help = "filter between levels"});
    v("max_anisotropy", max_anisotropy, {.range = {{2u, 16u}}, .help = "taps along the longer axis, an even number"});
    v("mono_filter", mono_filter, {.help = "texels of MONO filters, which take one-bit formats: 1x1 to 7x7"});
    v("address_u", address_u, {.help = "address mode: what is read where u is outside [0, 1)"});
    v("address_v", address_v, {.help = "address mode: what is read where v is outside [0, 1)"});
    v("lod_bias", lod_bias, {.range = {{-16.0, 15.99609375}}, .help = "added to the level of detail"});
    v("min_lod", min_lod, {.range = {{0.0, 14.0}}, .help = "smallest level of detail"});
    v("max_lod", max_lod, {.range = {{0.0, 14.0}}, .help = "largest level of detail"});
    v("lod_preclamp", lod_preclamp,
      {.help = "whether min_lod and max_lod act before filter and level are chosen; OGL as drivers set it"});
  }
};

struct PerspectiveFloorParameters {
  double horizon{0.4};
  double focal_length{0.75};
  double repeats{0.5};
  double turn{0.0};

  template <class Visitor>
  void describe(Visitor& v) {
    v("horizon", horizon,
      {.range = {{0.0, 0.9}}, .help = "height of the sky as a part of the image, rounded down to whole quads"});
    v("focal_length", focal_length, {.range = {{0.1, 10.0}}, .help = "focal length of the camera, in image widths"});
    v("repeats", repeats, {.range = {{0.001, 1000.0}}, .help = "textures per camera height"});
    v("turn", turn, {.range = {{-360.0, 360.0}}, .help = "angle by which the floor is turned, in degrees"});
  }
};

struct RotatingZoomParameters {
  double turn{30.0};
  double scale{1.0};

  template <class Visitor>
  void describe(Visitor& v) {
    v("turn", turn, {.range = {{-360.0, 360.0}}, .help = "angle by which the texture is turned, in degrees"});
    v("scale", scale, {.range = {{0.0001, 10000.0}}, .help = "texels per pixel"});
  }
};

struct RandomGatherParameters {
  std::uint32_t seed{1};

  template <class Visitor>
  void describe(Visitor& v) {
    v("seed", seed, {.help = "seed of the positions"});
  }
};

struct SteadyParameters {
  std::uint32_t groups{42};
  std::uint32_t threads_per_group{4};
  std::uint32_t messages{64};
  std::uint32_t in_flight{4};
  double step_u{1.0};
  double step_v{1.0};
  double turn{0.0};

  template <class Visitor>
  void describe(Visitor& v) {
    v("groups", groups, {.range = {{1u, 65535u}}, .help = "work groups"});
    v("threads_per_group", threads_per_group, {.range = {{1u, 64u}}, .help = "threads of a work group"});
    v("messages", messages,
      {.range = {{1u, 1'000'000u}},
       .help = "messages of a thread, rounded down to whole turns of its loop: a multiple of in_flight, and of the "
               "messages that a thread's pixels take"});
    v("in_flight", in_flight,
      {.range = {{1u, 8u}}, .help = "messages that a thread sends before it waits for the first"});
    v("step_u", step_u, {.range = {{0.0, 4096.0}}, .help = "texels in u from a pixel to its right neighbour"});
    v("step_v", step_v, {.range = {{0.0, 4096.0}}, .help = "texels in v from a pixel to the one below"});
    v("turn", turn, {.range = {{-360.0, 360.0}}, .help = "angle by which the steps are turned, in degrees"});
  }
};

struct TextureWalkParameters {
  Walk walk{Walk::kPerspectiveFloor};
  ImageExtent image{640, 480};
  std::string texture;
  std::vector<std::string> more_textures;
  TextureTiling tiling{TextureTiling::kAuto};
  gen9::SurfaceFormat output_format{gen9::SurfaceFormat::kR8G8B8A8Unorm};
  TextureTiling output_tiling{TextureTiling::kAuto};
  std::uint32_t simd{16};
  ImageExtent tile{16, 16};
  WalkMessage message{WalkMessage::kSample};
  double lod{0.0};
  WalkSamplerParameters sampler;
  PerspectiveFloorParameters floor;
  RotatingZoomParameters zoom;
  RandomGatherParameters gather;
  SteadyParameters steady;

  template <class Visitor>
  void describe(Visitor& v) {
    v("walk", walk, {.help = "how pixels find their texture coordinates"});
    v("image", image, {.help = "size of the picture, WIDTHxHEIGHT"});
    v("texture", texture, {.help = "texture file: DDS, KTX or PNG", .required = true, .is_path = true});
    v("more_textures", more_textures,
      {.help = "up to 4 textures that each pixel samples besides, at the same place, as a material of albedo, normals "
               "and roughness; colours are multiplied",
       .is_path = true});
    v("tiling", tiling, {.help = "how the textures lie in memory"});
    v("output_format", output_format, {.help = "format of the image that is written, one that typed writes have"});
    v("output_tiling", output_tiling, {.help = "how the written image lies in memory"});
    v("simd", simd,
      {.range = {{4u, 64u}},
       .power_of_two = true,
       .help = "pixels of a thread: 16 to a message, SIMD16, so that 64 send four; 8 send a SIMD8 message, 4 one whose "
               "upper half is masked"});
    v("tile", tile,
      {.help = "pixels of a work group, WIDTHxHEIGHT; multiples of a thread's, which lie 2x2, 4x2, 4x4, 8x4 or 8x8"});
    v("message", message, {.help = "sampler message"});
    v("lod", lod, {.range = {{-16.0, 15.99609375}}, .help = "bias of sample_b, level of sample_l"});
    v.group("sampler", sampler, "SAMPLER_STATE of the texture");
    v.group("floor", floor, "perspective_floor");
    v.group("zoom", zoom, "rotating_zoom");
    v.group("gather", gather, "random_gather");
    v.group("steady", steady, "steady");
  }
};

}  // namespace texpipe::study
