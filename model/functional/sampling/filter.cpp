#include "functional/sampling/filter.h"

#include <bit>

#include "functional/coordinates/one_lane.h"
#include "functional/formats/texel_value.h"

namespace texpipe::functional {
namespace {

constexpr std::array<std::int32_t, 4> signed_codes(const Texel& texel) {
  return std::bit_cast<std::array<std::int32_t, 4>>(texel.code);
}

/// Calls visit(corner) for the corners of pixel p that are in use.
template <class Visitor>
void for_each_corner(const FootprintPlan& plan, unsigned p, Visitor&& visit) {
  for (unsigned bits = plan.corners & 0xFu << (4 * p); bits != 0; bits &= bits - 1)
    visit(static_cast<unsigned>(std::countr_zero(bits)));
}

}  // namespace

ChannelKind kind_of(const TexelCoding& coding) {
  unsigned channel = 0;  // a format has one channel at least
  while (channel < 3 && coding[channel].constant) ++channel;
  return coding[channel].kind;
}

PixelSums footprint_sums(const FootprintPlan& plan, unsigned p, const std::array<Texel, kTexelsPerFootprint>& texels) {
  PixelSums sums;
  for_each_corner(plan, p, [&](unsigned corner) {
    const one_lane::CornerShare share =
        one_lane::corner_share(static_cast<std::int32_t>(plan.weight[corner]), (plan.border >> corner & 1) != 0);
    one_lane::add_weighed(signed_codes(texels[corner]), std::int64_t{share.texel}, sums.texels);
    sums.border_weight += static_cast<std::uint32_t>(share.border);
  });
  return sums;
}

float mean_with_border(std::int64_t texels, std::int64_t fine, std::uint64_t weight, std::uint64_t denominator) {
  const __int128 sum =
      static_cast<__int128>(texels) * (1 << kBorderFractionBits) + static_cast<__int128>(fine) * weight;
  // The fraction bits of the border join the weights in the power of two.
  return static_cast<float>(wide_ratio_to_float(sum, denominator) * power_of_two(-kBorderFractionBits));
}

void PixelFilter::start(const TexelCoding& coding, const BorderColor* border, Reduction reduction, unsigned weight_bits,
                        unsigned multiple) {
  coding_ = &coding;
  border_ = border;
  reduction_ = reduction;
  kind_ = kind_of(coding);
  weight_bits_ = weight_bits;
  multiple_ = multiple;
  terms_ = 0;
  sums_ = {};
  clear(extremes_);
}

void PixelFilter::add(const FootprintPlan& plan, unsigned p, const std::array<Texel, kTexelsPerFootprint>& texels) {
  if (kind_ == ChannelKind::kFixed && reduction_ == Reduction::kNone) {
    sums_.add(footprint_sums(plan, p, texels), plan.pixel_weight[p]);
    return;
  }
  for_each_corner(plan, p, [&](unsigned corner) {
    const std::uint32_t weight = plan.weight[corner], footprint = plan.pixel_weight[p];
    if (!one_lane::has_weight(static_cast<std::int32_t>(weight), static_cast<std::int32_t>(footprint))) return;
    if (reduction_ == Reduction::kNone) {
      term_[terms_++] = {texels[corner].code, std::uint64_t{weight} * footprint};
      return;
    }
    keep(reduction_ == Reduction::kMinimum, kind_, signed_codes(texels[corner]), one_lane::always(),
         (plan.border >> corner & 1) != 0, extremes_);
  });
}

std::uint32_t PixelFilter::filtered(unsigned channel) const {
  const std::uint64_t denominator = (*coding_)[channel].denominator, multiple = multiple_;
  const std::int64_t texels = sums_.texels[channel];
  if (sums_.border_weight == 0)
    return std::bit_cast<std::uint32_t>(one_lane::mean_of_codes(texels, denominator, multiple, weight_bits_));
  return std::bit_cast<std::uint32_t>(
      mean_with_border(texels, border_->fine[channel], sums_.border_weight, denominator * multiple << weight_bits_));
}

std::array<std::uint32_t, 4> PixelFilter::reduced() const {
  const auto border = border_ != nullptr ? border_result(*coding_, *border_) : std::array<std::uint32_t, 4>{};
  std::array<std::uint32_t, 4> rgba;
  for (unsigned c = 0; c < 4; ++c) {
    const std::uint32_t value = channel_bits((*coding_)[c], static_cast<std::uint32_t>(extremes_.code[c]));
    rgba[c] =
        static_cast<std::uint32_t>(extreme_of(reduction_ == Reduction::kMinimum, extremes_,
                                              static_cast<std::int32_t>(value), static_cast<std::int32_t>(border[c])));
  }
  return rgba;
}

std::array<std::uint32_t, 4> PixelFilter::result() const {
  std::array<std::uint32_t, 4> rgba{};
  if (reduction_ != Reduction::kNone) {
    rgba = reduced();
  } else if (kind_ == ChannelKind::kUint || kind_ == ChannelKind::kSint) {
    rgba = term_[0].code;
  }
  for (unsigned c = 0; c < 4; ++c) {
    if (kind_ == ChannelKind::kFloat && (*coding_)[c].kind != ChannelKind::kFloat) {
      rgba[c] = channel_bits((*coding_)[c], (*coding_)[c].default_code);  // lacking: no float to sum
    } else if (reduction_ == Reduction::kNone && kind_ == ChannelKind::kFloat) {
      rgba[c] = weighted_mean(term_.data(), terms_, c, weight_bits_);
    } else if (reduction_ == Reduction::kNone && kind_ == ChannelKind::kFixed) {
      rgba[c] = filtered(c);
    }
  }
  return rgba;
}

}  // namespace texpipe::functional
