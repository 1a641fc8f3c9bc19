#include "functional/formats/palette.h"

namespace texpipe::functional {

PalettePlan palette_plan(const gen9::FormatFacts& facts) {
  PalettePlan plan{.palette = facts.name.ends_with("PALETTE1") ? 1u : 0u};
  plan.texel_bits = static_cast<std::uint8_t>(facts.bits_per_element);
  for (const gen9::StoredChannel& channel : facts.channels) {
    if (channel.name == 'P') plan.index_bit = channel.first_bit, plan.index_bits = channel.bits;
    if (channel.name == 'A') plan.alpha_bit = channel.first_bit, plan.alpha_bits = channel.bits;
  }
  return plan;
}

Texel decode_palette_texel(const PalettePlan& plan, const std::uint32_t* entries, const std::byte* element,
                           unsigned x) {
  std::uint32_t bits = std::to_integer<std::uint32_t>(element[0]);
  if (plan.texel_bits == 16) bits |= std::to_integer<std::uint32_t>(element[1]) << 8;
  if (plan.texel_bits < 8) bits >>= x * plan.texel_bits;
  const std::uint32_t index = bits >> plan.index_bit & ((1u << plan.index_bits) - 1);
  const std::uint32_t entry = entries ? entries[index] : 0;
  std::uint32_t alpha = entry >> 24;
  if (plan.alpha_bits != 0) {
    alpha = bits >> plan.alpha_bit & ((1u << plan.alpha_bits) - 1);
    if (plan.alpha_bits == 4) alpha *= 0x11;
  }
  return {{entry >> 16 & 0xFF, entry >> 8 & 0xFF, entry & 0xFF, alpha}};
}

}  // namespace texpipe::functional
