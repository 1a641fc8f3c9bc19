#include "functional/sampling/gather.h"

#include <bit>

#include "functional/coordinates/one_lane.h"
#include "functional/formats/texel_value.h"
#include "functional/sampling/filter.h"
#include "functional/sampling/swizzle.h"

namespace texpipe::functional {
namespace one_lane {
#include "functional/sampling/rules/gather.inc.h"
}

namespace {

/// Value of one channel of the corner beyond a cube's corner.
std::uint32_t mean_of_three(const ChannelCoding& coding, const std::array<std::int32_t, 3>& codes) {
  using one_lane::bits, one_lane::mean_of_three, one_lane::real;
  std::int32_t mean = codes[0];
  if (coding.kind == ChannelKind::kFixed) mean = bits(mean_of_three(codes[0], codes[1], codes[2], coding.denominator));
  if (coding.kind == ChannelKind::kFloat) mean = bits(mean_of_three(real(codes[0]), real(codes[1]), real(codes[2])));
  return static_cast<std::uint32_t>(mean);
}

/// Whole precision where the border is not compared.
std::array<std::uint32_t, 4> border_value(const TextureBinding& binding, const Prefilter& prefilter,
                                          const Texel& texel) {
  const TexelCoding& coding = prefilter.coding();
  std::array<std::uint32_t, 4> rgba = texel_to_rgba(coding, texel);
  if (kind_of(coding) != ChannelKind::kFixed || prefilter.compares()) return rgba;
  for (unsigned c = 0; c < 4; ++c) {
    const std::uint64_t denominator = std::uint64_t{coding[c].denominator} << kBorderFractionBits;
    rgba[c] = std::bit_cast<std::uint32_t>(ratio_to_float(binding.sampler.border.fine[c], denominator));
  }
  return rgba;
}

}  // namespace

std::array<std::uint32_t, 4> gathered(const TextureBinding& binding, const Prefilter& prefilter, unsigned channel,
                                      const FootprintPlan& plan,
                                      const std::array<Texel, kTexelsPerFootprint>& texels, unsigned pixel) {
  const TexelCoding& coding = prefilter.coding();
  const ChannelKind kind = kind_of(coding);
  const gen9::ShaderChannelSelect select = channel_selects(binding.surface.state)[channel];
  std::array<std::uint32_t, 4> result;
  for (unsigned c = 0; c < 4; ++c) {
    // A 1D surface has one row of texels.
    unsigned corner = 4 * pixel + one_lane::kCornerOfChannel[c];
    if (((plan.corners | plan.missing) >> corner & 1) == 0) corner -= 2;
    std::array<std::uint32_t, 4> rgba;
    if ((plan.missing >> corner & 1) != 0) {
      for (unsigned of = 0; of < 4; ++of) {
        std::array<std::int32_t, 3> codes{};
        unsigned count = 0;
        for (unsigned other = 4 * pixel; other < 4 * pixel + 4; ++other) {
          if (other != corner) codes[count++] = static_cast<std::int32_t>(texels[other].code[of]);
        }
        rgba[of] = mean_of_three(coding[of], codes);
      }
    } else if ((plan.border >> corner & 1) != 0) {
      rgba = border_value(binding, prefilter, texels[corner]);
    } else {
      rgba = texel_to_rgba(coding, texels[corner]);
    }
    result[c] = select_channel(select, rgba, kind);
  }
  return result;
}

}  // namespace texpipe::functional
