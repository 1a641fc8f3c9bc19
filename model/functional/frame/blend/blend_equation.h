// Blending of a colour with the target's: factors and functions.
#pragma once

#include <array>
#include <cstdint>

#include "functional/pixel_kernels/word_colors.h"
#include "isa/gen9/blend.h"

namespace texpipe::functional {

inline constexpr unsigned kColorLanes = 8;

/// Colours of eight lanes: R, G, B, A of each.
using LaneColors = std::array<std::array<float, kColorLanes>, 4>;

/// Equation of the colour channels, or of alpha.
struct BlendEquation {
  gen9::BlendFactor source = gen9::BlendFactor::kOne;
  gen9::BlendFactor target = gen9::BlendFactor::kZero;
  gen9::BlendFunction function = gen9::BlendFunction::kAdd;

  bool operator==(const BlendEquation&) const = default;
};

/// Colours that factors name.
struct BlendOperands {
  const LaneColors& source;
  const LaneColors& target;
  const LaneColors& second;  // of dual source
  const std::array<float, 4>& constant;
};

/// Factor of a channel (0 to 3 for R to A) in every lane.
std::array<float, kColorLanes> blend_factor(gen9::BlendFactor factor, const BlendOperands& operands, unsigned channel);

/// A channel blended, in every lane.
std::array<float, kColorLanes> blend(const BlendEquation& equation, const BlendOperands& operands, unsigned channel);

/// The equation of a channel, as kernels take it.
pixel_kernels::BlendRule blend_rule(const BlendEquation& equation, unsigned channel);

/// Whether the equation gives the source as it is, whatever the target holds.
constexpr bool copies_source(const BlendEquation& equation) {
  return equation == BlendEquation{};
}

/// Errors: kMalformedInput for a reserved factor or function.
void require_known(const BlendEquation& equation);

}  // namespace texpipe::functional
