#include "pictures/encoders/channel_encoder.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "functional/formats/small_float.h"
#include "functional/formats/srgb.h"

namespace texpipe::study {

namespace {

using functional::Narrowing;
using gen9::ChannelType;
using gen9::FormatKind;
using gen9::StoredChannel;

std::uint64_t nearest(double value, double lowest, double highest) {
  if (!(value > lowest)) value = value == value ? lowest : 0;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(std::min(value, highest) + 0.5)));
}

std::uint64_t float_code(unsigned bits, bool has_sign, double value) {
  if (bits == 64) return std::bit_cast<std::uint64_t>(value);
  const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (bits == 32) return single;
  if (has_sign) return functional::float_to_half_bits(single, Narrowing::kNearestEven);
  return value < 0 ? 0 : functional::narrow_magnitude(single, bits - 5, Narrowing::kNearestEven);
}

/// Code of one channel; bits above its width may be set.
std::uint64_t channel_code(const StoredChannel& channel, bool srgb, double value) {
  const double all = std::ldexp(1.0, channel.bits) - 1;
  const double half = std::ldexp(1.0, channel.bits - 1) - 1;
  switch (channel.type) {
    case ChannelType::kUnorm:
      if (srgb && channel.name != 'A') {
        return functional::linear_to_srgb_code(static_cast<float>(value), static_cast<unsigned>(all));
      }
      return nearest(value * all, 0, all);
    case ChannelType::kSnorm:
      return nearest(value * half, -half, half);
    case ChannelType::kUint:
    case ChannelType::kUscaled:
    case ChannelType::kIndex:
      return nearest(value, 0, all);
    case ChannelType::kSint:
    case ChannelType::kSscaled:
      return nearest(value, -half - 1, half);
    case ChannelType::kSfixed:
      return nearest(value * 65536, -half - 1, half);
    case ChannelType::kFloat:
      return float_code(channel.bits, true, value);
    case ChannelType::kUfloat:
      return float_code(channel.bits, false, value);
    case ChannelType::kRaw:
    case ChannelType::kMantissa:
    case ChannelType::kExponent:
      break;
  }
  return 0;
}

void put_bits(std::span<std::byte> element, unsigned first, unsigned count, std::uint64_t code) {
  for (unsigned bit = 0; bit < count; ++bit) {
    if (code >> bit & 1) element[(first + bit) / 8] |= std::byte{1} << (first + bit) % 8;
  }
}

/// R9G9B9E5: the exponent is that of the largest colour after rounding to 9 bits.
void encode_shared_exponent(const gen9::FormatFacts& facts, const ColorNumbers& color, std::span<std::byte> element) {
  constexpr int kBias = 15;
  constexpr int kMantissaBits = 9;
  constexpr double kLargest = 65408;  // 511/512 * 2^16
  double largest = 0;
  for (unsigned c = 0; c < 3; ++c) largest = std::max(largest, std::min(color[c], kLargest));
  int exponent = largest > 0 ? std::max(std::ilogb(largest) + 1, -kBias) : -kBias;
  if (std::floor(std::ldexp(largest, kMantissaBits - exponent) + 0.5) > 511) ++exponent;
  for (const StoredChannel& channel : facts.channels) {
    if (channel.type == ChannelType::kExponent) {
      put_bits(element, channel.first_bit, channel.bits, static_cast<std::uint64_t>(exponent + kBias));
    } else if (channel.name != 0) {
      const double value = color[component_of(facts, channel)];
      put_bits(element, channel.first_bit, channel.bits,
               nearest(std::ldexp(std::min(value, kLargest), kMantissaBits - exponent), 0, 511));
    }
  }
}

}  // namespace

bool has_plain_channels(const gen9::FormatFacts& facts) {
  switch (facts.kind) {
    case FormatKind::kPalette:
    case FormatKind::kBlock:
    case FormatKind::kBlockSrgb:
    case FormatKind::kYuvPacked422:
    case FormatKind::kYuvPlanar:
    case FormatKind::kRaw:
      return false;
    default:
      return facts.channels[0].type != ChannelType::kRaw;
  }
}

std::size_t component_of(const gen9::FormatFacts& facts, const StoredChannel& channel) {
  const std::size_t returned = facts.output.find(channel.name);
  if (returned < 4) return returned;
  const std::size_t named = std::string_view{"RGBA"}.find(channel.name);
  return named < 4 ? named : 0;
}

void encode_channels(const gen9::FormatFacts& facts, const ColorNumbers& color, std::span<std::byte> element,
                     unsigned x) {
  if (facts.kind == FormatKind::kSharedExponent) return encode_shared_exponent(facts, color, element);
  const bool srgb = facts.color_space == gen9::ColorSpace::kSrgb;
  const unsigned texel = x * facts.bits_per_element;
  for (const StoredChannel& channel : facts.channels) {
    if (channel.name == 0) continue;
    const double value = color[component_of(facts, channel)];
    put_bits(element, texel + channel.first_bit, channel.bits, channel_code(channel, srgb, value));
  }
}

}  // namespace texpipe::study
