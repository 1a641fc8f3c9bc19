// Setup of the four pixels of a subspan: coordinates, levels and taps, before any texel is chosen.
#pragma once

#include <array>
#include <cstdint>

#include "functional/coordinates/cube.h"
#include "functional/message/sampler_request.h"
#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

/// Parameters with the coordinate along each axis.
inline constexpr std::array kCoordinates{gen9::SamplerParameter::kU, gen9::SamplerParameter::kV,
                                         gen9::SamplerParameter::kR};

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
  double squared_length = 1.0;  // what `lod` is half the logarithm of, where it is one
  std::uint8_t taps = 1;
  std::array<double, 2> spacing{};  // between taps, in units of the map
};

/// Footing of a quad, from the differences of its pixels.
/// @param first  channel of its first pixel
Footing quad_footing(const TextureBinding& binding, const SamplerRequest& request, unsigned first);

/// Footing of a channel: its own gradients, its level of detail, or the quad's with its bias (L1).
Footing channel_footing(const TextureBinding& binding, const SamplerRequest& request, unsigned channel,
                        const Footing& quad);

/// Point at which a channel's direction, or its place on a face, meets a cube.
FacePoint face_point(const SamplerRequest& request, unsigned channel);

/// Texel offsets of a channel: the header's, or those of gather4_po, of six bits each (C7).
std::array<std::int32_t, 3> texel_offset(const SamplerRequest& request, unsigned channel);

/// Whether an operation can mix texels.
bool blends(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation);

/// Shape of the filter by which an operation other than gather4 reads texels.
struct FilterShape {
  bool mono = false;
  bool linear = false;
  bool anisotropic = false;
};
FilterShape filter_shape(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation, bool magnify);

/// The limits of a sampler with a message's own minimum (L6: the larger one counts).
Lod with_minimum(Lod sampler, float minimum);

/// Setup of the pixels 4 * subspan to 4 * subspan + 3 for sample, gather4 and LOD operations. Pixels of null surfaces
/// and resources that are clamped away are enabled, but not active.
void set_up_subspan(const TextureBinding& binding, const SamplerRequest& request, unsigned subspan,
                    SubspanSetup& setup);

}  // namespace texpipe::functional
