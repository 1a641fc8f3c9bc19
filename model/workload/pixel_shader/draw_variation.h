// Differences that implementations may make in a draw.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/gen9/sampler_state.h"
#include "workload/pixel_shader/pixel_shader_case.h"

namespace texpipe::study {

/// One element of an array of textures that shows another one.
struct ElementExchange {
  std::uint32_t array = 0;  // binding
  std::uint32_t element = 0;
  std::uint32_t shown = 0;
};

/// A draw that differs from the described one in what implementations may do differently.
struct DrawVariation {
  float shift_x = 0;  // pixels, of the viewport
  float shift_y = 0;
  double lod_bias = 0;     // added to that of all samplers, or of those below
  bool isotropic = false;  // anisotropic samplers filter linearly
  bool nearest = false;    // anisotropic samplers take one texel of one level
  std::optional<ElementExchange> exchange{};
};

/// A sampler of such a draw.
gen9::SamplerState varied_sampler(gen9::SamplerState sampler, const DrawVariation& variation);

/// The binding that is shown in the place of another: that of the exchanged element, or the binding itself.
const ShaderBinding& varied_binding(const PixelShaderCase& shader, const ShaderBinding& binding,
                                    const DrawVariation& variation);

/// The texture of a name that the case has.
const ShaderTexture& texture_named(const PixelShaderCase& shader, const std::string& name);

}  // namespace texpipe::study
