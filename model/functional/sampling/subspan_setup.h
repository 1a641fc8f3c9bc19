// What the four pixels of a subspan ask for: coordinates, levels and taps, before any texel is chosen.
#pragma once

#include <array>
#include <cstdint>

#include "functional/coordinates/cube.h"
#include "functional/message/sampler_request.h"
#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

struct PixelSetup {
  bool active = false;  // enabled and reads texels
  bool linear = false;
  bool magnify = false;
  std::uint8_t face = 0;                 // cubes
  std::uint32_t slice = 0;               // array slice with Minimum Array Element; cubes: of face +X
  std::array<double, 3> coordinate{};    // per axis: normalised, or texels of level 0; cubes: on the face, 0 to 1
  std::array<std::int32_t, 3> offset{};  // texels
  bool mono = false;                     // a MONO filter, whose taps are 2x2 texels each
  std::uint8_t taps = 1;                 // anisotropic; even above 1
  std::array<double, 2> spacing{};       // between taps, in units of the map
  float reference = 0.0f;
  LevelChoice levels;
};

struct SubspanSetup {
  std::array<PixelSetup, kPixelsPerSubspan> pixel;
  std::uint8_t enabled = 0;  // bit p: pixel p is asked for
};

/// Level of detail and anisotropy that derivatives give.
struct Footing {
  FineLod lod = 0;
  std::uint8_t taps = 1;
  std::array<double, 2> spacing{};  // between taps, in units of the map
};

/// Footing of a quad, from the differences of its pixels.
/// @param first  channel of its first pixel
Footing quad_footing(const TextureBinding& binding, const SamplerRequest& request, unsigned first);

/// Footing of a channel with gradients of its own.
Footing gradient_footing(const TextureBinding& binding, const SamplerRequest& request, unsigned channel);

/// Where a channel's direction, or its place on a face, meets a cube.
FacePoint face_point(const SamplerRequest& request, unsigned channel);

/// An offset of gather4_po, which takes the place of the header's (C7).
constexpr std::int32_t six_bits(std::uint32_t value) {
  return static_cast<std::int32_t>(value << 26) >> 26;
}

/// The limits of a sampler with a message's own minimum (L6: the larger one counts).
Lod with_minimum(Lod sampler, float minimum);

/// Setup of the pixels 4 * subspan to 4 * subspan + 3 for sample, gather4 and LOD operations. Pixels of null surfaces
/// and resources that are clamped away are enabled, but not active.
void set_up_subspan(const TextureBinding& binding, const SamplerRequest& request, unsigned subspan,
                    SubspanSetup& setup);

}  // namespace texpipe::functional
