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
  if (coding_[0].constant && !coding_[3].constant) compared_channel_ = 3;
  for (unsigned c = 0; c < 4; ++c) {
    const bool shown = output[c] == output[compared_channel_];
    share_[c] = shown ? 1 : 0;
    const bool one = coding_[c].constant && coding_[c].default_code != 0;
    coding_[c] = {.kind = ChannelKind::kFixed, .constant = !shown, .denominator = 1, .default_code = one ? 1u : 0u};
  }
}

Texel Prefilter::apply(const Texel& texel, float reference, bool& killed) const {
  Texel result = texel;
  if (keyed_ && matches(binding_.sampler.chroma_key, binding_.surface.coding, texel)) {
    if (binding_.sampler.chroma_key.kills()) {
      killed = true;
    } else {
      result = replacement_black(binding_.surface.decoder->facts().kind);
    }
  }
  return compares_ ? compare(result, reference) : result;
}

float Prefilter::compared_value(std::uint32_t code) const {
  return one_lane::number_of(binding_.surface.coding[compared_channel_].kind, static_cast<std::int32_t>(code));
}

float Prefilter::limit(float reference) const {
  const ChannelCoding& channel = binding_.surface.coding[compared_channel_];
  // A fixed-point surface has no NaN of its own; that of the reference still decides (section 8 of gen9-sampling).
  if (channel.kind != ChannelKind::kFixed || is_nan(reference)) return reference;
  // Fixed-point depth: the reference becomes a code as a depth write would make it (F7).
  return static_cast<float>(static_cast<std::int32_t>(code_of_bits(channel, std::bit_cast<std::uint32_t>(reference))));
}

Texel Prefilter::compare(const Texel& texel, float reference) const {
  const float value = compared_value(texel.code[compared_channel_]);
  const bool result =
      shadow_compare(static_cast<unsigned>(binding_.sampler.state.shadow_function), value, limit(reference));
  Texel compared;
  for (unsigned c = 0; c < 4; ++c) compared.code[c] = share_[c] != 0 ? (result ? 1u : 0u) : coding_[c].default_code;
  return compared;
}

}  // namespace texpipe::functional
