// The filter: weighted sums, reductions and gathers of a pixel's texels (sampling-spec section 5; DESIGN.md, Numbers).
#pragma once

#include <array>
#include <cstdint>

#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/weighted_mean.h"

namespace texpipe::functional {

/// Integer sums of a footprint: per pixel and channel, code times corner weight over the texels of the surface. The
/// border colour is not among them: it has more fraction bits than a texel and joins with its own weight (see
/// PixelFilter).
FootprintSums sum_footprint(const FootprintPlan& plan, const std::array<Texel, kTexelsPerFootprint>& texels);

/// Most texels with weight of one pixel: 16 taps of two levels with four corners.
inline constexpr unsigned kMaxTermsPerPixel = kMaxTaps * 2 * kTexelsPerPixel;

/// Mean of texels and border colour, rounded once to float32.
/// @param texels       sum of codes times weights, without the border
/// @param fine         the border's code with kBorderFractionBits more bits
/// @param weight       of the border
/// @param denominator  the channel's times the sum of all weights
float mean_with_border(std::int64_t texels, std::int64_t fine, std::uint64_t weight, std::uint64_t denominator);

/// Sums of a pixel's fixed-point channels over its footprints, exact: what a filter for these puts out.
struct PixelSums {
  std::array<std::int64_t, 4> texels{};  // R, G, B, A: codes times weights, without the border
  std::uint64_t border_weight = 0;       // of all corners that are the border colour

  /// Adds what a footprint has for the pixel.
  /// @param footprint     of sum_footprint
  /// @param border        corner weights of its border corners
  /// @param pixel_weight  of the footprint among those of the pixel
  void add(const std::array<std::int64_t, 4>& footprint, std::uint64_t border, std::uint32_t pixel_weight) {
    for (unsigned c = 0; c < 4; ++c) texels[c] += footprint[c] * pixel_weight;
    border_weight += border * pixel_weight;
  }
  bool operator==(const PixelSums&) const = default;
};

/// Corner weights of a pixel's corners that are the border colour.
std::uint64_t border_corner_weight(const FootprintPlan& plan, unsigned p);

/// Collects a pixel's footprints and gives the filtered channels.
class PixelFilter {
 public:
  /// @param coding  of the texels; all channels that are not constant are of one kind
  /// @param multiple  the weights sum to multiple * 2^weight_bits; other than 1 only of fixed-point formats
  void start(const TexelCoding& coding, const BorderColor* border, Reduction reduction, unsigned weight_bits,
             unsigned multiple = 1);

  /// Adds pixel p's part of a footprint.
  /// @param sums  of sum_footprint
  void add(const FootprintPlan& plan, unsigned p, const std::array<Texel, kTexelsPerFootprint>& texels,
           const FootprintSums& sums);

  /// The sums of all footprints, from a filter outside the functional core; fixed-point formats without reduction.
  void put(const PixelSums& sums) { sums_ = sums; }

  /// R, G, B, A as float32 bits or integers.
  std::array<std::uint32_t, 4> result() const;

 private:
  void reduce(const FootprintPlan& plan, unsigned p, const std::array<Texel, kTexelsPerFootprint>& texels);
  std::uint32_t filtered(unsigned channel) const;
  std::uint32_t reduced(unsigned channel) const;

  const TexelCoding* coding_ = nullptr;
  const BorderColor* border_ = nullptr;
  Reduction reduction_ = Reduction::kNone;
  ChannelKind kind_ = ChannelKind::kFixed;
  unsigned weight_bits_ = 0;
  unsigned multiple_ = 1;
  unsigned terms_ = 0;
  PixelSums sums_;
  std::array<std::int64_t, 4> extreme_;  // fixed: code with kBorderFractionBits more bits; float: its bits
  std::array<FloatTerm, kMaxTermsPerPixel> term_;
};

/// Kind of the channels that a format has.
ChannelKind kind_of(const TexelCoding& coding);

}  // namespace texpipe::functional
