// What the four pixels of a subspan ask for: coordinates, levels and taps, before any texel is chosen.
#pragma once

#include <array>
#include <cstdint>

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

/// Setup of the pixels 4 * subspan to 4 * subspan + 3 for sample, gather4 and LOD operations. Pixels of null surfaces
/// and resources that are clamped away are enabled, but not active.
void set_up_subspan(const TextureBinding& binding, const SamplerRequest& request, unsigned subspan,
                    SubspanSetup& setup);

}  // namespace texpipe::functional
