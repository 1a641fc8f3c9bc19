#include "functional/formats/texel_encoder.h"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "functional/formats/small_float.h"
#include "functional/formats/srgb.h"
#include "functional/formats/yuv.h"

namespace texpipe::functional {
namespace {

using gen9::ChannelType;

constexpr std::uint32_t ones(unsigned bits) {
  return bits >= 32 ? ~0u : (1u << bits) - 1;
}

/// Nearest integer to value * scale, halves away from zero; NaN is 0. value is in [-1, 1] after clamping.
std::int32_t scale_to_code(float value, float low, std::uint32_t scale) {
  if (value != value) return 0;
  const double scaled = static_cast<double>(std::clamp(value, low, 1.0f)) * scale;  // exact: 24 bits by at most 24
  return static_cast<std::int32_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

std::uint32_t encode_unorm(std::uint32_t bits, unsigned width) {
  return static_cast<std::uint32_t>(scale_to_code(std::bit_cast<float>(bits), 0.0f, ones(width)));
}

/// A float of 11 or 10 bits: no sign, so that what is below 0 becomes 0.
std::uint32_t encode_ufloat(std::uint32_t bits, unsigned width) {
  const bool is_nan = (bits & 0x7FFFFFFFu) > 0x7F800000u;
  return bits >> 31 && !is_nan ? 0 : narrow_magnitude(bits, width - 5, Narrowing::kTowardZero);
}

std::uint32_t encode_sint(std::uint32_t bits, unsigned width) {
  const auto highest = static_cast<std::int32_t>(ones(width - 1));
  return static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(bits), -highest - 1, highest));
}

/// Stored bits of one channel; bits above its width may be set.
std::uint32_t encode_channel(const gen9::StoredChannel& channel, bool srgb, std::uint32_t bits) {
  switch (channel.type) {
    case ChannelType::kUnorm:
      if (srgb && channel.name != 'A') return linear_to_srgb_code(std::bit_cast<float>(bits), ones(channel.bits));
      return encode_unorm(bits, channel.bits);
    case ChannelType::kSnorm:
      return static_cast<std::uint32_t>(scale_to_code(std::bit_cast<float>(bits), -1.0f, ones(channel.bits - 1u)));
    case ChannelType::kFloat:
      return channel.bits == 16 ? float_to_half_bits(bits, Narrowing::kNearestEven) : bits;
    case ChannelType::kUfloat:
      return encode_ufloat(bits, channel.bits);
    case ChannelType::kUint:
      return std::min(bits, ones(channel.bits));
    case ChannelType::kSint:
      return encode_sint(bits, channel.bits);
    default:
      throw Error{ExitCode::kInternalError, "a channel type that is never written"};
  }
}

/// Puts `width` bits at bit `first` of an element and leaves its other bits.
void put_bits(std::byte* element, unsigned first, unsigned width, std::uint32_t value) {
  for (unsigned done = 0; done < width;) {
    const unsigned place = (first + done) % 8;
    const unsigned count = std::min(8 - place, width - done);
    std::byte& byte = element[(first + done) / 8];
    const auto mask = static_cast<std::byte>(ones(count) << place);
    byte = (byte & ~mask) | (static_cast<std::byte>(value >> done << place) & mask);
    done += count;
  }
}

void encode_yuv422(const gen9::FormatFacts& facts, const std::array<std::uint32_t, 4>& rgba, std::byte* element,
                   ChannelMask channels, unsigned x) {
  const Yuv422Order order = yuv422_order(facts);
  const auto put = [&](unsigned channel, unsigned place) {
    if (channels >> channel & 1) element[place] = static_cast<std::byte>(encode_unorm(rgba[channel], 8));
  };
  put(1, order.y[x]);
  if (x != 0) return;
  put(0, order.cr);
  put(2, order.cb);
}

}  // namespace

void encode_texel(gen9::SurfaceFormat format, const std::array<std::uint32_t, 4>& rgba, std::byte* element,
                  ChannelMask channels, unsigned x) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  if (!facts.render_target && !facts.typed_write) unsupported("writing " + std::string{facts.name});
  if (facts.kind == gen9::FormatKind::kYuvPacked422) return encode_yuv422(facts, rgba, element, channels, x);
  for (const gen9::StoredChannel& channel : facts.channels) {
    const std::size_t component = std::string_view{"RGBA"}.find(channel.name);
    if (channel.name == 0 || !(channels >> component & 1)) continue;
    const bool srgb = facts.color_space == gen9::ColorSpace::kSrgb;
    put_bits(element, channel.first_bit, channel.bits, encode_channel(channel, srgb, rgba[component]));
  }
}

}  // namespace texpipe::functional
