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

/// What a stored channel becomes (sampling-spec section 7, formats.md section 1).
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

}  // namespace

ChannelCoding default_coding(char source, ChannelKind kind_of_stored_channels) {
  const bool integer = kind_of_stored_channels == ChannelKind::kUint || kind_of_stored_channels == ChannelKind::kSint;
  return {.kind = integer ? kind_of_stored_channels : ChannelKind::kFixed,
          .constant = true,
          .denominator = 1,
          .default_code = source == '0' ? 0u : 1u};
}

PlainPlan plan_of(const gen9::FormatFacts& facts, MissingColor missing) {
  PlainPlan plan;
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
      channel.byte = stored.first_bit / 8;
      channel.bytes = static_cast<std::uint8_t>((stored.first_bit + stored.bits + 7) / 8 - channel.byte);
      channel.shift = stored.first_bit % 8;
      channel.bits = stored.bits;
      if (linearise) channel.linear_codes = srgb_to_linear_codes(ones(stored.bits));
    }
  }
  return plan;
}

std::uint32_t decode_channel(const ChannelPlan& plan, const std::byte* element, std::uint32_t default_code) {
  if (plan.step == ChannelStep::kDefault) return default_code;
  if (plan.step == ChannelStep::kDouble) {
    double value;
    std::memcpy(&value, element + plan.byte, sizeof value);
    return float_bits(static_cast<float>(value));
  }
  std::uint32_t bits = 0;
  const std::byte* bytes = element + plan.byte;
  for (unsigned i = 0; i < plan.bytes; ++i) bits |= std::to_integer<std::uint32_t>(bytes[i]) << 8 * i;
  bits = bits >> plan.shift & ones(plan.bits);
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

}  // namespace texpipe::functional
