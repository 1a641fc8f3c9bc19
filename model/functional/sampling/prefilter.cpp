#include "functional/sampling/prefilter.h"

#include <bit>

#include "functional/formats/texel_value.h"
#include "functional/sampling/rules/compare.h"

namespace texpipe::functional {

Prefilter::Prefilter(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation)
    : binding_{binding},
      compares_{binding.compares(operation)},
      keyed_{binding.sampler.chroma_key.enabled},
      coding_{binding.surface.coding} {
  if (!compares_) return;
  const std::string_view output = binding.surface.decoder->facts().output;
  if (coding_[0].constant && !coding_[3].constant) compare_.channel = 3;
  compare_.function = binding.sampler.state.shadow_function;
  compare_.kind = coding_[compare_.channel].kind;
  for (unsigned c = 0; c < 4; ++c) {
    const bool shown = output[c] == output[compare_.channel];
    if (shown) compare_.shown |= static_cast<std::uint8_t>(1u << c);
    const bool one = coding_[c].constant && coding_[c].default_code != 0;
    compare_.others[c] = one ? 1u : 0u;
    coding_[c] = {.kind = ChannelKind::kFixed, .constant = !shown, .denominator = 1, .default_code = one ? 1u : 0u};
  }
}

Texel Prefilter::keyed(const Texel& texel, bool& killed) const {
  if (!keyed_ || !matches(binding_.sampler.chroma_key, binding_.surface.coding, texel)) return texel;
  if (!binding_.sampler.chroma_key.kills()) return replacement_black(binding_.surface.decoder->facts().kind);
  killed = true;
  return texel;
}

Texel Prefilter::apply(const Texel& texel, float reference, bool& killed) const {
  const Texel result = keyed(texel, killed);
  return compares_ ? compare(result, reference) : result;
}

float Prefilter::limit(float reference) const {
  const ChannelCoding& channel = binding_.surface.coding[compare_.channel];
  // A fixed-point surface has no NaN of its own; that of the reference still decides (specification/sampling 8).
  if (channel.kind != ChannelKind::kFixed || is_nan(reference)) return reference;
  // Fixed-point depth: the reference becomes a code as a depth write would make it (F7).
  return static_cast<float>(static_cast<std::int32_t>(code_of_bits(channel, std::bit_cast<std::uint32_t>(reference))));
}

float TexelCompare::value(std::uint32_t code) const {
  return one_lane::number_of(kind, static_cast<std::int32_t>(code));
}

Texel TexelCompare::operator()(const Texel& texel, float limit) const {
  const bool result = shadow_compare(static_cast<unsigned>(function), value(texel.code[channel]), limit);
  Texel compared;
  for (unsigned c = 0; c < 4; ++c) compared.code[c] = (shown >> c & 1) != 0 ? (result ? 1u : 0u) : others[c];
  return compared;
}

}  // namespace texpipe::functional
