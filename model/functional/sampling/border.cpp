#include "functional/sampling/border.h"

#include <algorithm>
#include <bit>

#include "functional/coordinates/fixed_math.h"
#include "functional/formats/srgb.h"
#include "functional/formats/texel_value.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t ones_of(unsigned bits) {
  return bits >= 32 ? ~0u : (1u << bits) - 1;
}

/// The stored channel that an output channel comes from; null where blocks or palettes hold it.
const gen9::StoredChannel* stored_channel(const gen9::FormatFacts& facts, char name) {
  const auto* found = std::find_if(facts.channels.begin(), facts.channels.end(),
                                   [name](const gen9::StoredChannel& channel) { return channel.name == name; });
  return found != facts.channels.end() ? found : nullptr;
}

bool is_unsigned_float(const gen9::FormatFacts& facts, const gen9::StoredChannel* stored) {
  if (facts.block_code == gen9::BlockCode::kBc6h || facts.kind == gen9::FormatKind::kSharedExponent) return true;
  return stored != nullptr && stored->type == gen9::ChannelType::kUfloat;
}

/// A component that is no fixed-point number, as the channel can hold it (R31).
std::uint32_t limited_code(const gen9::FormatFacts& facts, char name, ChannelKind kind, std::uint32_t bits) {
  const gen9::StoredChannel* stored = stored_channel(facts, name);
  const unsigned width = stored != nullptr ? stored->bits : 32;
  switch (kind) {
    case ChannelKind::kUint:
      return std::min(bits, ones_of(width));
    case ChannelKind::kSint: {
      const auto highest = static_cast<std::int32_t>(ones_of(width - 1));
      return static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(bits), -highest - 1, highest));
    }
    default:
      return (bits >> 31) != 0 && !is_nan(std::bit_cast<float>(bits)) && is_unsigned_float(facts, stored) ? 0 : bits;
  }
}

/// A component of a fixed-point channel as the number that the filter reads. @param encoded  in sRGB space
double limited_value(const ChannelCoding& channel, bool encoded, std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  if (is_nan(value)) return 0.0;
  const double clamped = std::clamp<double>(value, channel.is_signed ? -1.0 : 0.0, 1.0);
  return encoded ? srgb_to_linear(clamped) : clamped;
}

}  // namespace

BorderColor border_color(gen9::SurfaceFormat format, const TexelCoding& coding,
                         const std::array<std::uint32_t, 4>& rgba, gen9::BorderColorMode mode) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  const bool encoded = mode == gen9::BorderColorMode::kDx9 && facts.color_space == gen9::ColorSpace::kSrgb;
  BorderColor border;
  for (unsigned c = 0; c < 4; ++c) {
    const ChannelCoding& channel = coding[c];
    const char name = facts.output[c];
    const std::uint32_t bits = rgba[name == 'L' || name == 'I' ? 0 : c];
    if (channel.constant) {
      border.texel.code[c] = channel.default_code;
      if (channel.kind == ChannelKind::kFixed)
        border.fine[c] = std::int64_t{static_cast<std::int32_t>(channel.default_code)} << kBorderFractionBits;
    } else if (channel.kind == ChannelKind::kFixed) {
      const double code = limited_value(channel, encoded && name != 'A', bits) * channel.denominator;
      border.texel.code[c] = static_cast<std::uint32_t>(round_to_even(code));
      border.fine[c] = round_to_even(code * (1 << kBorderFractionBits));
    } else {
      border.texel.code[c] = limited_code(facts, name, channel.kind, bits);
    }
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
