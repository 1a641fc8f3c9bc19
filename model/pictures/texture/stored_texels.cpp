#include "pictures/texture/stored_texels.h"

#include <bit>

#include "functional/surface/surface_layout.h"

namespace texpipe::study {

namespace {

std::size_t mask_of_channel(char name) {
  switch (name) {
    case 'G':
      return 1;
    case 'B':
      return 2;
    case 'A':
      return 3;
    default:  // R, L
      return 0;
  }
}

/// The channel's code in `bits` bits; `absent` where the texel lacks it.
std::uint64_t channel_code(std::uint32_t texel, std::uint32_t mask, unsigned bits, bool absent_is_one) {
  const std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  if (mask == 0) return absent_is_one ? most : 0;
  const int shift = std::countr_zero(mask);
  const std::uint64_t range = mask >> shift;
  return (std::uint64_t{(texel & mask) >> shift} * most + range / 2) / range;
}

std::byte reversed(std::byte byte) {
  std::byte result{0};
  for (unsigned bit = 0; bit < 8; ++bit) {
    if (std::to_integer<unsigned>(byte) >> bit & 1) result |= std::byte{0x80} >> bit;
  }
  return result;
}

std::vector<std::byte> unmasked(const TexelMasks& masks, const gen9::FormatFacts& facts,
                                std::span<const std::byte> texels) {
  std::vector<std::byte> result;
  result.reserve(texels.size() / masks.bytes * facts.element_bytes());
  for (std::size_t at = 0; at + masks.bytes <= texels.size(); at += masks.bytes) {
    std::uint32_t texel = 0;
    for (unsigned byte = 0; byte < masks.bytes; ++byte)
      texel |= std::to_integer<std::uint32_t>(texels[at + byte]) << 8 * byte;
    for (const gen9::StoredChannel& channel : facts.channels) {
      if (channel.name == 0) continue;
      const std::uint64_t code =
          channel_code(texel, masks.mask[mask_of_channel(channel.name)], channel.bits, channel.name == 'A');
      for (unsigned bit = 0; bit < channel.bits; bit += 8) result.push_back(static_cast<std::byte>(code >> bit & 0xFF));
    }
  }
  return result;
}

}  // namespace

std::optional<ChannelSelects> channel_selects_of(std::string_view letters) {
  using enum gen9::ShaderChannelSelect;
  constexpr std::string_view kLetters = "rgba01RGBA";
  constexpr std::array kSelects{kRed, kGreen, kBlue, kAlpha, kZero, kOne, kRed, kGreen, kBlue, kAlpha};
  ChannelSelects selects{};
  if (letters.size() != selects.size()) return {};
  for (std::size_t i = 0; i < selects.size(); ++i) {
    const std::size_t found = kLetters.find(letters[i]);
    if (found == std::string_view::npos) return {};
    selects[i] = kSelects[found];
  }
  return selects;
}

std::uint64_t stored_row_bytes(const StoredFormat& stored, std::uint32_t columns) {
  const unsigned bytes = stored.masks ? stored.masks->bytes : functional::element_shape(stored.format).bytes;
  return std::uint64_t{columns} * bytes;
}

std::vector<std::byte> converted(const StoredFormat& stored, std::span<const std::byte> texels) {
  if (stored.masks) return unmasked(*stored.masks, gen9::format_facts(stored.format), texels);
  std::vector<std::byte> result{texels.begin(), texels.end()};
  if (stored.first_bit_is_highest) {
    for (std::byte& byte : result) byte = reversed(byte);
  }
  return result;
}

void describe_stored(Texture& texture, const StoredFormat& stored, const std::string& file) {
  texture.channels = stored.channels;
  for (Diagnostic said : stored.remarks) {
    said.position.file = file;
    texture.remarks.push_back(std::move(said));
  }
}

}  // namespace texpipe::study
