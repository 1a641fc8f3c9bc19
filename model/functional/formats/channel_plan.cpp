#include "functional/formats/channel_plan.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/small_float.h"
#include "functional/formats/srgb.h"
#include "functional/formats/texel_value.h"

namespace texpipe::functional {
namespace {

using gen9::ChannelType;

struct Decoding {
  ChannelStep step;
  ChannelCoding coding;
};

constexpr std::uint32_t ones(unsigned bits) {
  return bits >= 32 ? ~0u : (1u << bits) - 1;
}

/// Decoding of a stored channel (specification/sampling-rules 7, specification/formats 1).
Decoding decoding_of(const gen9::StoredChannel& channel, bool linearise) {
  const ChannelCoding as_float{.kind = ChannelKind::kFloat};
  switch (channel.type) {
    case ChannelType::kUnorm:
      if (linearise) return {ChannelStep::kLinearCode, {.denominator = kLinearDenominator}};
      if (channel.bits > 24) return {ChannelStep::kWideUnorm, as_float};
      return {ChannelStep::kCode, {.denominator = ones(channel.bits)}};
    case ChannelType::kSnorm:
      if (channel.bits > 24) return {ChannelStep::kWideSnorm, as_float};
      return {ChannelStep::kSnormCode, {.is_signed = true, .denominator = ones(channel.bits - 1)}};
    case ChannelType::kFloat:
      if (channel.bits == 16) return {ChannelStep::kHalf, as_float};
      if (channel.bits == 64) return {ChannelStep::kDouble, as_float};
      return {ChannelStep::kCode, as_float};
    case ChannelType::kUfloat:
      return {ChannelStep::kUfloat, as_float};
    case ChannelType::kUint:
      return {ChannelStep::kCode, {.kind = ChannelKind::kUint}};
    case ChannelType::kSint:
      return {ChannelStep::kSignExtend, {.kind = ChannelKind::kSint, .is_signed = true}};
    case ChannelType::kUscaled:
      return {ChannelStep::kUnsignedToFloat, as_float};
    case ChannelType::kSscaled:
      return {ChannelStep::kSignedToFloat, as_float};
    case ChannelType::kSfixed:
      return {ChannelStep::kFixedToFloat, as_float};
    default:
      throw Error{ExitCode::kInternalError, "a channel type without a plan"};
  }
}

std::int32_t sign_extend(std::uint32_t value, unsigned bits) {
  return static_cast<std::int32_t>(value << (32 - bits)) >> (32 - bits);
}

std::uint32_t float_bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// Code of a channel from its stored bits.
std::uint32_t code_of_stored(const ChannelPlan& plan, std::uint32_t bits) {
  switch (plan.step) {
    case ChannelStep::kSnormCode: {
      const std::int32_t code = sign_extend(bits, plan.bits);
      const auto lowest = -static_cast<std::int32_t>(ones(plan.bits - 1u));
      return static_cast<std::uint32_t>(code < lowest ? lowest : code);
    }
    case ChannelStep::kLinearCode:
      return plan.linear_codes[bits];
    case ChannelStep::kSignExtend:
      return static_cast<std::uint32_t>(sign_extend(bits, plan.bits));
    case ChannelStep::kHalf:
      return half_to_float_bits(static_cast<std::uint16_t>(bits));
    case ChannelStep::kUfloat:
      return widen_magnitude(bits, plan.bits - 5u);
    case ChannelStep::kWideUnorm:
      return float_bits(ratio_to_float(bits, ones(32)));
    case ChannelStep::kWideSnorm:
      return float_bits(ratio_to_float(std::max(static_cast<std::int32_t>(bits), -INT32_MAX), INT32_MAX));
    case ChannelStep::kUnsignedToFloat:
      return float_bits(static_cast<float>(bits));
    case ChannelStep::kSignedToFloat:
      return float_bits(static_cast<float>(sign_extend(bits, plan.bits)));
    case ChannelStep::kFixedToFloat:
      return float_bits(static_cast<float>(static_cast<std::int32_t>(bits)) / 65536.0f);
    default:
      return bits;
  }
}

/// A whole word of an element.
template <class Word>
Word load_word(const std::byte* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// Stored bits of a channel of at most 32 bits.
std::uint32_t load_channel(const ChannelPlan& plan, const std::byte* element) {
  if (plan.bits == 32) return load_word<std::uint32_t>(element + plan.first_bit / 8);
  const unsigned last = (plan.first_bit + plan.bits - 1u) / 8;
  std::uint64_t bits = 0;
  for (unsigned byte = plan.first_bit / 8u; byte <= last; ++byte) {
    bits |= std::to_integer<std::uint64_t>(element[byte]) << 8 * (byte - plan.first_bit / 8u);
  }
  return static_cast<std::uint32_t>(bits >> plan.first_bit % 8) & plan.mask;
}

Texel decode_word(const PlainPlan& plan, std::uint64_t word) {
  Texel texel;
  if (plan.stored_codes) {
    for (unsigned c = 0; c < 4; ++c) {
      const ChannelPlan& channel = plan.channels[c];
      texel.code[c] =
          (static_cast<std::uint32_t>(word >> channel.first_bit) & channel.mask) | plan.coding[c].default_code;
    }
    return texel;
  }
  for (unsigned c = 0; c < 4; ++c) {
    const ChannelPlan& channel = plan.channels[c];
    texel.code[c] = channel.step == ChannelStep::kDefault
                        ? plan.coding[c].default_code
                        : code_of_stored(channel, static_cast<std::uint32_t>(word >> channel.first_bit) & channel.mask);
  }
  return texel;
}

/// Elements of other sizes, channel by channel; the only ones with channels of 64 bits.
Texel decode_wide(const PlainPlan& plan, const std::byte* element) {
  Texel texel;
  for (unsigned c = 0; c < 4; ++c) {
    const ChannelPlan& channel = plan.channels[c];
    if (channel.step == ChannelStep::kDefault) {
      texel.code[c] = plan.coding[c].default_code;
    } else if (channel.step == ChannelStep::kDouble) {
      texel.code[c] = float_bits(
          static_cast<float>(std::bit_cast<double>(load_word<std::uint64_t>(element + channel.first_bit / 8))));
    } else {
      texel.code[c] = code_of_stored(channel, load_channel(channel, element));
    }
  }
  return texel;
}

/// Meaning of a channel that the format lacks. @param source  `0`, `1` or `i` of FormatFacts::output
ChannelCoding default_coding(char source, ChannelKind kind_of_stored_channels) {
  const bool integer = kind_of_stored_channels == ChannelKind::kUint || kind_of_stored_channels == ChannelKind::kSint;
  return {.kind = integer ? kind_of_stored_channels : ChannelKind::kFixed,
          .constant = true,
          .denominator = 1,
          .default_code = source == '0' ? 0u : 1u};
}

}  // namespace

PlainPlan plan_of(const gen9::FormatFacts& facts, MissingColor missing) {
  PlainPlan plan{.element_bytes = static_cast<std::uint8_t>(facts.element_bytes())};
  const ChannelKind kind = decoding_of(facts.channels[0], false).coding.kind;
  // The media sampler's only format: luma where YUV formats have it.
  const std::string_view output = facts.kind == gen9::FormatKind::kMedia ? "0Y01" : facts.output;
  for (unsigned i = 0; i < 4; ++i) {
    const char source = output[i];
    plan.coding[i] = default_coding(source, kind);
    if (source == '0' && missing == MissingColor::kDx9 && facts.dx9_missing_is_one) plan.coding[i].default_code = 1;
    for (const gen9::StoredChannel& stored : facts.channels) {
      if (stored.name != source) continue;
      const bool linearise = facts.color_space == gen9::ColorSpace::kSrgb && stored.name != 'A';
      const Decoding decoding = decoding_of(stored, linearise);
      plan.coding[i] = decoding.coding;
      ChannelPlan& channel = plan.channels[i];
      channel.step = decoding.step;
      if (decoding.step != ChannelStep::kCode) plan.stored_codes = false;
      channel.first_bit = stored.first_bit;
      channel.bits = stored.bits;
      channel.mask = ones(stored.bits);
      if (linearise) channel.linear_codes = srgb_to_linear_codes(ones(stored.bits));
    }
  }
  return plan;
}

void decode_plain_texels(const PlainPlan& plan, const std::byte* elements, unsigned count, Texel* texels) {
  if (plan.element_bytes != sizeof(std::uint32_t) || plan.channels[0].step == ChannelStep::kDouble) {
    for (unsigned i = 0; i < count; ++i) texels[i] = decode_plain_texel(plan, elements + i * plan.element_bytes);
    return;
  }
  for (unsigned i = 0; i < count; ++i)
    texels[i] = decode_word(plan, load_word<std::uint32_t>(elements + i * sizeof(std::uint32_t)));
}

Texel decode_plain_texel(const PlainPlan& plan, const std::byte* element) {
  if (plan.channels[0].step == ChannelStep::kDouble) return decode_wide(plan, element);
  switch (plan.element_bytes) {
    case 1:
      return decode_word(plan, load_word<std::uint8_t>(element));
    case 2:
      return decode_word(plan, load_word<std::uint16_t>(element));
    case 4:
      return decode_word(plan, load_word<std::uint32_t>(element));
    case 8:
      return decode_word(plan, load_word<std::uint64_t>(element));
    default:
      return decode_wide(plan, element);
  }
}

}  // namespace texpipe::functional
