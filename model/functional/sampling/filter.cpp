#include "functional/sampling/filter.h"

#include <bit>

#include "functional/coordinates/one_lane.h"
#include "functional/formats/texel_value.h"

namespace texpipe::functional {
namespace one_lane {
#include "functional/sampling/rules/extreme.inc.h"
}

namespace {

/// The one of two that a minimum or maximum keeps.
std::uint32_t extreme_of(Reduction reduction, std::uint32_t kept, std::uint32_t code) {
  const auto a = std::bit_cast<float>(kept), b = std::bit_cast<float>(code);
  return one_lane::is_better(reduction == Reduction::kMinimum, a, b) ? code : kept;
}
std::int64_t extreme_of(Reduction reduction, std::int64_t kept, std::int64_t code) {
  return one_lane::is_better(reduction == Reduction::kMinimum, kept, code) ? code : kept;
}

}  // namespace

ChannelKind kind_of(const TexelCoding& coding) {
  unsigned channel = 0;  // a format has one channel at least
  while (channel < 3 && coding[channel].constant) ++channel;
  return coding[channel].kind;
}

FootprintSums sum_footprint(const FootprintPlan& plan, const std::array<Texel, kTexelsPerFootprint>& texels) {
  FootprintSums sums{};
  for (unsigned bits = plan.corners & ~plan.border; bits != 0; bits &= bits - 1) {
    const unsigned corner = static_cast<unsigned>(std::countr_zero(bits));
    for (unsigned c = 0; c < 4; ++c) {
      sums[corner / 4][c] += std::int64_t{static_cast<std::int32_t>(texels[corner].code[c])} * plan.weight[corner];
    }
  }
  return sums;
}

std::uint64_t border_corner_weight(const FootprintPlan& plan, unsigned p) {
  std::uint64_t weight = 0;
  for (unsigned bits = plan.border >> (4 * p) & 0xF; bits != 0; bits &= bits - 1)
    weight += plan.weight[4 * p + static_cast<unsigned>(std::countr_zero(bits))];
  return weight;
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
}

void PixelFilter::add(const FootprintPlan& plan, unsigned p, const std::array<Texel, kTexelsPerFootprint>& texels,
                      const FootprintSums& sums) {
  if (kind_ == ChannelKind::kFixed && reduction_ == Reduction::kNone) {
    sums_.add(sums[p], border_corner_weight(plan, p), plan.pixel_weight[p]);
    return;
  }
  if (reduction_ != Reduction::kNone) {
    reduce(plan, p, texels);
    return;
  }
  for (unsigned corner = 4 * p; corner < 4 * p + 4; ++corner) {
    if ((plan.corners >> corner & 1) == 0 || plan.weight[corner] == 0) continue;
    FloatTerm& term = term_[terms_++];
    term.weight = std::uint64_t{plan.weight[corner]} * plan.pixel_weight[p];
    for (unsigned c = 0; c < 4; ++c) term.code[c] = texels[corner].code[c];
  }
}

void PixelFilter::reduce(const FootprintPlan& plan, unsigned p, const std::array<Texel, kTexelsPerFootprint>& texels) {
  for (unsigned corner = 4 * p; corner < 4 * p + 4; ++corner) {
    if ((plan.corners >> corner & 1) == 0 || plan.weight[corner] == 0) continue;
    const bool first = terms_++ == 0;
    const bool border = (plan.border >> corner & 1) != 0;
    for (unsigned c = 0; c < 4; ++c) {
      const std::uint32_t code = texels[corner].code[c];
      if (kind_ == ChannelKind::kFloat) {
        extreme_[c] = first ? code : extreme_of(reduction_, static_cast<std::uint32_t>(extreme_[c]), code);
        continue;
      }
      std::int64_t value =
          kind_ == ChannelKind::kUint ? std::int64_t{code} : std::int64_t{static_cast<std::int32_t>(code)};
      if (kind_ == ChannelKind::kFixed) {
        value = border && border_ != nullptr ? border_->fine[c] : value * (1 << kBorderFractionBits);
      }
      extreme_[c] = first ? value : extreme_of(reduction_, extreme_[c], value);
    }
  }
}

std::uint32_t PixelFilter::filtered(unsigned channel) const {
  const std::uint64_t denominator = std::uint64_t{(*coding_)[channel].denominator} * multiple_ << weight_bits_;
  const std::int64_t texels = sums_.texels[channel];
  if (sums_.border_weight == 0) return std::bit_cast<std::uint32_t>(ratio_to_float(texels, denominator));
  return std::bit_cast<std::uint32_t>(
      mean_with_border(texels, border_->fine[channel], sums_.border_weight, denominator));
}

std::uint32_t PixelFilter::reduced(unsigned channel) const {
  if (kind_ != ChannelKind::kFixed) return static_cast<std::uint32_t>(extreme_[channel]);
  const std::uint64_t denominator = std::uint64_t{(*coding_)[channel].denominator} << kBorderFractionBits;
  return std::bit_cast<std::uint32_t>(ratio_to_float(extreme_[channel], denominator));
}

std::array<std::uint32_t, 4> PixelFilter::result() const {
  std::array<std::uint32_t, 4> rgba{};
  for (unsigned c = 0; c < 4; ++c) {
    if (kind_ == ChannelKind::kUint || kind_ == ChannelKind::kSint) {
      rgba[c] = reduction_ == Reduction::kNone ? term_[0].code[c] : reduced(c);
    } else if (reduction_ != Reduction::kNone && kind_ != ChannelKind::kFloat) {
      rgba[c] = reduced(c);
    } else if (kind_ == ChannelKind::kFloat && (*coding_)[c].kind != ChannelKind::kFloat) {
      rgba[c] = channel_bits((*coding_)[c], (*coding_)[c].default_code);  // lacking: no float to sum
    } else if (kind_ == ChannelKind::kFloat) {
      rgba[c] = reduction_ == Reduction::kNone ? weighted_mean(term_.data(), terms_, c, weight_bits_) : reduced(c);
    } else {
      rgba[c] = filtered(c);
    }
  }
  return rgba;
}

}  // namespace texpipe::functional
