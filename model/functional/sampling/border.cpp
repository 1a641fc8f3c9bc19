#include "functional/sampling/border.h"

#include <algorithm>
#include <bit>

#include "functional/coordinates/fixed_math.h"
#include "functional/formats/texel_value.h"

namespace texpipe::functional {

BorderColor border_color(gen9::SurfaceFormat format, const TexelCoding& coding,
                         const std::array<std::uint32_t, 4>& rgba) {
  BorderColor border{border_texel(format, coding, rgba), {}};
  const std::string_view output = gen9::format_facts(format).output;
  for (unsigned c = 0; c < 4; ++c) {
    const ChannelCoding& channel = coding[c];
    if (channel.kind != ChannelKind::kFixed) continue;
    if (channel.constant) {
      border.fine[c] = std::int64_t{static_cast<std::int32_t>(channel.default_code)} << kBorderFractionBits;
      continue;
    }
    const bool replicated = output[c] == 'L' || output[c] == 'I';
    const auto value = std::bit_cast<float>(rgba[replicated ? 0 : c]);
    const double clamped = is_nan(value) ? 0.0 : std::clamp<double>(value, channel.is_signed ? -1.0 : 0.0, 1.0);
    border.fine[c] = round_to_even(clamped * channel.denominator * (1 << kBorderFractionBits));
  }
  return border;
}

std::array<std::uint32_t, 4> border_result(const TexelCoding& coding, const BorderColor& border) {
  std::array<std::uint32_t, 4> rgba = border.texel.code;
  for (unsigned c = 0; c < 4; ++c) {
    if (coding[c].kind != ChannelKind::kFixed) continue;
    const std::uint64_t denominator = std::uint64_t{coding[c].denominator} << kBorderFractionBits;
    rgba[c] = std::bit_cast<std::uint32_t>(ratio_to_float(border.fine[c], denominator));
  }
  return rgba;
}

}  // namespace texpipe::functional
