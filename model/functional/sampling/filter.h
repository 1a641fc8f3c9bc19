// The filter: weighted sums, reductions and gathers of a pixel's texels (specification/sampling-rules 5;
// explanation/design, Numbers).
#pragma once

#include <array>
#include <cstdint>

#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/rules/filter_rules.h"
#include "functional/sampling/weighted_mean.h"

namespace texpipe::functional {

/// Most texels with weight of one pixel: 16 taps of two levels with four corners.
inline constexpr unsigned kMaxTermsPerPixel = kMaxTaps * 2 * kTexelsPerPixel;

/// Mean of texels and border colour, rounded once to float32.
/// @param texels       sum of codes times weights, without the border
/// @param fine         the border's code with kBorderFractionBits more bits
/// @param weight       of the border
/// @param denominator  the channel's times the sum of all weights
float mean_with_border(std::int64_t texels, std::int64_t fine, std::uint64_t weight, std::uint64_t denominator);

/// Sums of a pixel's fixed-point channels, exact: what a filter for these puts out. The border colour has more fraction
/// bits than a texel and joins with its own weight (see PixelFilter).
struct PixelSums {
  std::array<std::int64_t, 4> texels{};  // R, G, B, A: codes times weights, without the border
  std::uint64_t border_weight = 0;       // of all corners that are the border colour

  /// Adds the sums of a footprint with its weight among those of the pixel.
  void add(const PixelSums& footprint, std::uint32_t pixel_weight) {
    one_lane::add_weighed(footprint.texels, std::int64_t{pixel_weight}, texels);
    border_weight += footprint.border_weight * pixel_weight;
  }
  bool operator==(const PixelSums&) const = default;
};

/// Sums of pixel p over the corners of one footprint.
PixelSums footprint_sums(const FootprintPlan& plan, unsigned p, const std::array<Texel, kTexelsPerFootprint>& texels);

/// Collects a pixel's footprints and gives the filtered channels.
class PixelFilter {
 public:
  /// @param coding  of the texels; all channels that are not constant are of one kind
  /// @param multiple  the weights sum to multiple * 2^weight_bits; other than 1 only of fixed-point formats
  void start(const TexelCoding& coding, const BorderColor* border, Reduction reduction, unsigned weight_bits,
             unsigned multiple = 1);

  /// Adds pixel p's part of a footprint.
  void add(const FootprintPlan& plan, unsigned p, const std::array<Texel, kTexelsPerFootprint>& texels);

  /// The sums of all footprints, from a filter outside the functional core; fixed-point formats without reduction.
  void put(const PixelSums& sums) { sums_ = sums; }

  /// R, G, B, A as float32 bits or integers.
  std::array<std::uint32_t, 4> result() const;

 private:
  std::uint32_t filtered(unsigned channel) const;
  std::array<std::uint32_t, 4> reduced() const;

  const TexelCoding* coding_ = nullptr;
  const BorderColor* border_ = nullptr;
  Reduction reduction_ = Reduction::kNone;
  ChannelKind kind_ = ChannelKind::kFixed;
  unsigned weight_bits_ = 0;
  unsigned multiple_ = 1;
  unsigned terms_ = 0;
  PixelSums sums_;
  one_lane::Extremes extremes_;
  std::array<FloatTerm, kMaxTermsPerPixel> term_;
};

/// Kind of the channels that a format has.
ChannelKind kind_of(const TexelCoding& coding);

}  // namespace texpipe::functional
