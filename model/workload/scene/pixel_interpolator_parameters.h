// Parameters of a workload of the pixel interpolator: questions of its threads, and the scene.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "workload/scene/warp_scene.h"

namespace texpipe::study {

enum class InterpolateAt : std::uint8_t { kSharedOffset, kSample, kCentroid, kPerSlotOffset };

inline constexpr std::array<EnumRow, 4> kInterpolateAt{{
    {0, "shared_offset", "one offset for all pixels, in the message's descriptor"},
    {1, "sample", "the position of a sample"},
    {2, "centroid", "the centroid of each pixel's covered samples"},
    {3, "per_slot_offset", "an offset for each pixel, in the payload: its place in tiles of 16x16, less 8"},
}};
inline EnumRows enum_rows(InterpolateAt) {
  return {"place of interpolation", kInterpolateAt};
}

struct PixelInterpolatorParameters {
  std::string scene;
  std::uint32_t simd{16};
  InterpolateAt place{InterpolateAt::kCentroid};
  bool linear{false};
  std::int32_t x_offset{0};
  std::int32_t y_offset{0};
  std::uint32_t sample{0};
  ByteSize max_memory{kMostSceneBytes};

  template <class Visitor>
  void describe(Visitor& v) {
    v("scene", scene, {.help = "scene file: image, samples, triangles", .required = true, .is_path = true});
    v("simd", simd, {.range = {{8u, 32u}}, .power_of_two = true, .help = "pixels of a thread"});
    v("place", place, {.help = "place inside each pixel at which barycentrics are asked for"});
    v("linear", linear, {.help = "barycentrics are linear on the screen; false: perspective-correct"});
    v("x_offset", x_offset, {.range = {{-8, 7}}, .help = "offset of place: shared_offset, in 1/16 pixel"});
    v("y_offset", y_offset, {.range = {{-8, 7}}, .help = "offset of place: shared_offset, in 1/16 pixel"});
    v("sample", sample,
      {.range = {{0u, 15u}}, .help = "sample of place: sample; beyond the scene's count the result is 0"});
    v("max_memory", max_memory, {.help = "most memory for the scene's subspans; a scene that needs more is refused"});
  }
};

}  // namespace texpipe::study
