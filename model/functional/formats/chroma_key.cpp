#include "functional/formats/chroma_key.h"

#include <algorithm>

#include "functional/formats/texel_value.h"

namespace texpipe::functional {
namespace {

std::uint32_t eight_bit_code(const ChannelCoding& channel, std::uint32_t code) {
  switch (channel.kind) {
    case ChannelKind::kFixed: {
      const auto value = std::max<std::int64_t>(0, static_cast<std::int32_t>(code));
      return static_cast<std::uint32_t>((value * 510 + channel.denominator) / (2 * std::int64_t{channel.denominator}));
    }
    case ChannelKind::kFloat:
      return code_of_bits({.denominator = 255}, code);
    case ChannelKind::kUint:
      return std::min<std::uint32_t>(code, 255);
    case ChannelKind::kSint:
      break;
  }
  return static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(code), 0, 255));
}

}  // namespace

ChromaKey chroma_key(gen9::ChromaKeyMode mode, std::uint32_t low, std::uint32_t high) {
  const auto channels = [](std::uint32_t argb) {
    return std::array{static_cast<std::uint8_t>(argb >> 16), static_cast<std::uint8_t>(argb >> 8),
                      static_cast<std::uint8_t>(argb), static_cast<std::uint8_t>(argb >> 24)};
  };
  return {true, mode, channels(low), channels(high)};
}

bool matches(const ChromaKey& key, const TexelCoding& coding, const Texel& texel) {
  for (unsigned c = 0; c < 4; ++c) {
    const std::uint32_t code = eight_bit_code(coding[c], texel.code[c]);
    if (code < key.low[c] || code > key.high[c]) return false;
  }
  return true;
}

Texel replacement_black(gen9::FormatKind kind) {
  const bool ycrcb = kind == gen9::FormatKind::kYuvPacked422 || kind == gen9::FormatKind::kYuvPlanar;
  return ycrcb ? Texel{{0x80, 0x10, 0x80, 0}} : Texel{};
}

}  // namespace texpipe::functional
