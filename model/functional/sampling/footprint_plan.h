// Plan of a subspan's footprints from its setup: texels and weights, one level and tap at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "functional/sampling/anisotropy.h"
#include "functional/sampling/footprint_group.h"
#include "functional/sampling/rules/linear_tap.h"
#include "functional/sampling/subspan_setup.h"

namespace texpipe::functional {

/// A footprint before its texels are read. Corner c of pixel p stands at 4 * p + c; corners are (left, top), (right,
/// top), (left, bottom), (right, bottom).
struct FootprintPlan {
  std::uint8_t pixels = 0;
  std::uint8_t level = 0;  // of the view
  std::uint8_t tap = 0;
  std::uint8_t slice_half = 0;
  FilterClass filter = FilterClass::kPoint;
  std::uint16_t corners = 0;  // in use: from memory or border
  std::uint16_t border = 0;   // of them, the border colour
  std::uint16_t missing = 0;  // beyond a cube's corner: the mean of the pixel's other three; not among `corners`
  std::array<TexelPlace, kTexelsPerFootprint> place;  // of corners that are not border
  std::array<std::uint32_t, kTexelsPerFootprint>
      weight;  // of corners; a pixel's sum to 2^16, but of a MONO filter's parts
  std::array<std::uint32_t, kPixelsPerSubspan>
      pixel_weight;  // of the footprint among those of the pixel: tap * level * slice
};

/// Factor beside 2^weight_bits of the sum of a pixel's weights: 1, or the texels of a MONO filter's box.
unsigned weight_multiple(const TextureBinding& binding, const PixelSetup& pixel);

/// Bits of a pixel's weights (rules/weights.h).
unsigned weight_bits(const TextureBinding& binding, const PixelSetup& pixel);

/// Position of a tap along an axis of a level of `size` texels, before texel offset and address mode (C2, C3, L5).
SubtexelPosition tap_position(const TextureBinding& binding, const PixelSetup& pixel, unsigned axis, std::uint32_t size,
                              unsigned tap);

/// A pixel's positions on the axes of one level, which all taps share.
using LevelPosition = std::array<SubtexelPosition, 2>;
LevelPosition level_position(const TextureBinding& binding, const PixelSetup& pixel, unsigned level);

/// Plans the part of a footprint that belongs to pixel p.
/// @param position  the pixel's on the footprint's level
void plan_pixel(const TextureBinding& binding, const PixelSetup& pixel, unsigned p, const LevelPosition& position,
                FootprintPlan& plan);

/// Weight of a footprint among those of a pixel; 0: the pixel has no part in it.
std::uint32_t pixel_weight(const TextureBinding& binding, const PixelSetup& pixel, bool second_level, unsigned tap,
                           unsigned half);

/// Position along the third axis of a volume: first slice before the address mode, and weight of the next.
LinearTap slice_tap(const TextureBinding& binding, const PixelSetup& pixel, unsigned level);

/// Calls visit(FootprintPlan&) for each footprint of a subspan, in the order of the address generator: pixels that read
/// the same levels with as many taps together, taps in order, in a tap the finer level first, in a level the first
/// slice first.
template <class Visitor>
void for_each_footprint(const TextureBinding& binding, const SubspanSetup& setup, Visitor&& visit) {
  unsigned active = 0;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) active |= setup.pixel[p].active ? 1u << p : 0u;
  const auto group_of = [&](unsigned p) {
    const PixelSetup& pixel = setup.pixel[p];
    return FootprintGroup{.level = pixel.levels.first,
                          .two_levels = pixel.levels.second_weight != 0,
                          .linear = pixel.linear,
                          .mono = pixel.mono,
                          .taps = pixel.taps};
  };
  FootprintPlan plan;
  std::array<std::array<LevelPosition, 2>, kPixelsPerSubspan> positions;
  for_each_group(active, group_of, [&](const FootprintGroup& group, unsigned pixels) {
    const unsigned levels = group.two_levels ? 2 : 1;
    const LevelChoice& choice = setup.pixel[static_cast<unsigned>(std::countr_zero(pixels))].levels;
    const std::array<std::uint8_t, 2> level{choice.first, choice.second};
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      for (unsigned second = 0; (pixels >> p & 1) != 0 && second < levels; ++second)
        positions[p][second] = level_position(binding, setup.pixel[p], level[second]);
    }
    const unsigned halves = binding.surface.axes.count == 3 && group.linear ? 2 : 1;
    plan.filter = group.filter();
    for (unsigned tap = 0; tap < static_cast<unsigned>(group.taps); ++tap) {
      for (unsigned second = 0; second < levels; ++second) {
        for (unsigned half = 0; half < halves; ++half) {
          plan.pixels = 0;
          plan.corners = plan.border = plan.missing = 0;
          plan.level = level[second];
          plan.tap = static_cast<std::uint8_t>(tap);
          plan.slice_half = static_cast<std::uint8_t>(half);
          for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
            if ((pixels >> p & 1) == 0) continue;
            const PixelSetup& pixel = setup.pixel[p];
            plan.pixel_weight[p] = pixel_weight(binding, pixel, second != 0, tap, half);
            if (plan.pixel_weight[p] == 0) continue;
            plan.pixels |= static_cast<std::uint8_t>(1u << p);
            plan_pixel(binding, pixel, p, positions[p][second], plan);
          }
          if (plan.pixels != 0) visit(plan);
        }
      }
    }
  });
}

}  // namespace texpipe::functional
