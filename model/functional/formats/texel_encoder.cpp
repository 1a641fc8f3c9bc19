#include "functional/formats/texel_encoder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "functional/formats/small_float.h"
#include "functional/formats/srgb.h"
#include "functional/formats/yuv.h"
#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/pixel_kernels/pixel_rules.h"

namespace texpipe::functional {
namespace {

using gen9::ChannelType;

constexpr std::uint32_t ones(unsigned bits) {
  return bits >= 32 ? ~0u : (1u << bits) - 1;
}

/// Nearest integer to value * scale, halves away from zero; NaN is 0. value is in [-1, 1] after clamping.
std::int32_t scale_to_code(float value, std::uint32_t scale) {
  if (value != value) return 0;
  const double scaled = static_cast<double>(std::clamp(value, -1.0f, 1.0f)) * scale;  // exact: 24 bits by at most 24
  return static_cast<std::int32_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
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

/// Applies a function to the bits of each texel's component.
template <std::size_t kCount, class Function>
void each(const std::uint32_t* bits, std::array<std::uint32_t, kCount>& codes, Function function) {
  for (std::size_t i = 0; i < kCount; ++i) codes[i] = function(bits[i]);
}

/// Stored bits of one channel of several texels; bits above its width may be set.
template <std::size_t kCount>
void encode_channel(const gen9::StoredChannel& channel, bool srgb, const std::uint32_t* bits,
                    std::array<std::uint32_t, kCount>& codes) {
  using Bits = std::uint32_t;
  const unsigned width = channel.bits;
  switch (channel.type) {
    case ChannelType::kUnorm:
      if (srgb)
        return each(bits, codes, [=](Bits b) { return linear_to_srgb_code(std::bit_cast<float>(b), ones(width)); });
      return each(bits, codes, [scale = static_cast<double>(ones(width))](Bits b) { return encode_unorm(b, scale); });
    case ChannelType::kSnorm:
      return each(bits, codes,
                  [=](Bits b) { return static_cast<Bits>(scale_to_code(std::bit_cast<float>(b), ones(width - 1u))); });
    case ChannelType::kFloat:
      if (width == 16)
        return each(bits, codes, [](Bits b) -> Bits { return float_to_half_bits(b, Narrowing::kNearestEven); });
      return each(bits, codes, [](Bits b) { return b; });
    case ChannelType::kUfloat:
      return each(bits, codes, [=](Bits b) { return encode_ufloat(b, width); });
    case ChannelType::kUint:
      return each(bits, codes, [=](Bits b) { return std::min(b, ones(width)); });
    case ChannelType::kSint:
      return each(bits, codes, [=](Bits b) { return encode_sint(b, width); });
    default:
      throw Error{ExitCode::kInternalError, "a channel type that is never written"};
  }
}

void encode_yuv422(const gen9::FormatFacts& facts, const std::array<std::uint32_t, 4>& rgba, std::byte* element,
                   ChannelMask channels, unsigned x) {
  const Yuv422Order order = yuv422_order(facts);
  const auto put = [&](unsigned channel, unsigned place) {
    if (channels >> channel & 1) element[place] = static_cast<std::byte>(encode_unorm(rgba[channel], 255.0));
  };
  put(1, order.y[x]);
  if (x != 0) return;
  put(0, order.cr);
  put(2, order.cb);
}

}  // namespace

TexelEncoder::TexelEncoder(gen9::SurfaceFormat format, ChannelMask channels) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  if (!facts.render_target && !facts.typed_write) unsupported("writing " + std::string{facts.name});
  if (facts.kind == gen9::FormatKind::kYuvPacked422) unsupported("writing single texels of " + std::string{facts.name});
  element_bytes_ = facts.element_bytes();
  for (const gen9::StoredChannel& stored : facts.channels) {
    const std::size_t component = std::string_view{"RGBA"}.find(stored.name);
    if (component > 3 || !(channels >> component & 1)) continue;
    Channel& channel = channels_[count_++];
    channel = {.stored = stored,
               .component = static_cast<std::uint8_t>(component),
               .srgb = facts.color_space == gen9::ColorSpace::kSrgb && stored.name != 'A',
               .word = static_cast<std::uint8_t>(stored.first_bit / 32),
               .shift = static_cast<std::uint8_t>(stored.first_bit % 32)};
    if (stored.type == ChannelType::kUnorm && !channel.srgb) channel.unorm_scale = ones(stored.bits);
    if (channel.shift + stored.bits > 32)
      throw Error{ExitCode::kInternalError, "a channel of " + std::string{facts.name} + " crosses DWords"};
    written_[channel.word] |= ones(stored.bits) << channel.shift;
  }
}

template <std::size_t kCount>
void TexelEncoder::encode_words(const std::array<const std::uint32_t*, 4>& rgba, Words<kCount>& words) const {
  for (unsigned word = 0; 4 * word < element_bytes_; ++word) words[word] = {};
  for (unsigned c = 0; c < count_; ++c) {
    const Channel& channel = channels_[c];
    if constexpr (kCount == pixel_kernels::kColors) {
      if (channel.unorm_scale != 0) {
        pixel_kernels::host_kernels().encode_unorm(rgba[channel.component], channel.unorm_scale, channel.shift,
                                                   words[channel.word].data());
        continue;
      }
    }
    std::array<std::uint32_t, kCount> codes;
    encode_channel(channel.stored, channel.srgb, rgba[channel.component], codes);
    std::array<std::uint32_t, kCount>& word = words[channel.word];
    for (std::size_t i = 0; i < kCount; ++i) word[i] |= (codes[i] & ones(channel.stored.bits)) << channel.shift;
  }
}

/// Eight elements of a size that the compiler knows.
template <unsigned kBytes>
void TexelEncoder::merge(const Words<kTexels>& words, std::byte* elements) const {
  for (unsigned i = 0; i < kTexels; ++i) {
    std::array<std::uint32_t, (kBytes + 3) / 4> element{};
    std::memcpy(element.data(), elements + i * kBytes, kBytes);
    for (unsigned w = 0; w < element.size(); ++w) element[w] = (element[w] & ~written_[w]) | words[w][i];
    std::memcpy(elements + i * kBytes, element.data(), kBytes);
  }
}

void TexelEncoder::encode(const std::array<const std::uint32_t*, 4>& rgba, std::span<std::byte> elements) const {
  Words<kTexels> words;
  encode_words(rgba, words);
  switch (element_bytes_) {
    case 1:
      return merge<1>(words, elements.data());
    case 2:
      return merge<2>(words, elements.data());
    case 4:
      return merge<4>(words, elements.data());
    case 8:
      return merge<8>(words, elements.data());
    case 12:
      return merge<12>(words, elements.data());
    case 16:
      return merge<16>(words, elements.data());
    default:
      throw Error{ExitCode::kInternalError, "elements of a size that is never written"};
  }
}

void TexelEncoder::encode_whole(const std::array<const std::uint32_t*, 4>& rgba, std::span<std::byte> elements) const {
  if (element_bytes_ != sizeof(std::uint32_t)) {
    std::fill(elements.begin(), elements.end(), std::byte{});
    return encode(rgba, elements);
  }
  Words<kTexels> words;
  encode_words(rgba, words);
  std::memcpy(elements.data(), words[0].data(), sizeof words[0]);
}

void TexelEncoder::encode_one(const std::array<std::uint32_t, 4>& rgba, std::byte* element) const {
  Words<1> words;
  encode_words(std::array<const std::uint32_t*, 4>{&rgba[0], &rgba[1], &rgba[2], &rgba[3]}, words);
  for (unsigned byte = 0; byte < element_bytes_; ++byte) {
    const auto mask = static_cast<std::byte>(written_[byte / 4] >> byte % 4 * 8);
    element[byte] = (element[byte] & ~mask) | static_cast<std::byte>(words[byte / 4][0] >> byte % 4 * 8);
  }
}

void encode_texel(gen9::SurfaceFormat format, const std::array<std::uint32_t, 4>& rgba, std::byte* element,
                  ChannelMask channels, unsigned x) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  if (facts.kind == gen9::FormatKind::kYuvPacked422 && (facts.render_target || facts.typed_write))
    return encode_yuv422(facts, rgba, element, channels, x);
  TexelEncoder{format, channels}.encode_one(rgba, element);
}

}  // namespace texpipe::functional
