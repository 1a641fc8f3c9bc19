#include "functional/sampling/gather.h"

#include <bit>

#include "functional/sampling/filter.h"
#include "functional/sampling/swizzle.h"

namespace texpipe::functional {
std::array<std::uint32_t, 4> gathered(const TextureBinding& binding, const Prefilter& prefilter, unsigned channel,
                                      const FootprintPlan& plan, const std::array<Texel, kTexelsPerFootprint>& texels,
                                      unsigned pixel) {
  const gen9::ShaderChannelSelect select = channel_selects(binding.surface.state)[channel];
  const unsigned source = selected_channel(select);
  const ChannelCoding& coding = prefilter.coding()[source];
  const std::uint32_t border = border_result(prefilter.coding(), binding.sampler.border)[source];
  const unsigned corners = binding.surface.axes.count == 1 ? 2 : 4;
  const unsigned missing = plan.missing >> (4 * pixel) & 0xF;
  const int missing_number = missing == 0 ? 0 : std::countr_zero(missing) + 1;
  std::int32_t code[4];
  for (unsigned corner = 0; corner < 4; ++corner)
    code[corner] = static_cast<std::int32_t>(texels[4 * pixel + corner].code[source]);
  std::array<std::uint32_t, 4> result;
  for (unsigned c = 0; c < 4; ++c) {
    const unsigned corner = one_lane::gathered_corner(c, corners);
    const auto value = static_cast<std::uint32_t>(one_lane::gathered_value(
        coding.kind, code, corner, static_cast<float>(coding.denominator),
        (plan.border >> (4 * pixel + corner) & 1) != 0, static_cast<std::int32_t>(border), missing_number));
    result[c] = select_channel(select, {value, value, value, value}, kind_of(prefilter.coding()));
  }
  return result;
}

}  // namespace texpipe::functional
