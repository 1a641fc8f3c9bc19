#include "functional/frame/blend/color_reader.h"

#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "functional/formats/small_float.h"
#include "functional/formats/srgb.h"
#include "functional/formats/texel_value.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t low_bits(unsigned count) {
  return count >= 32 ? ~0u : (1u << count) - 1;
}

}  // namespace

ColorReader::ColorReader(gen9::SurfaceFormat format) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  const bool srgb = facts.color_space == gen9::ColorSpace::kSrgb;
  for (const gen9::StoredChannel& stored : facts.channels) {
    if (stored.name == 0 || stored.name == 'X') continue;
    const std::size_t component = std::string_view{"RGBA"}.find(stored.name);
    Channel channel{.component = static_cast<std::uint8_t>(component),
                    .word = static_cast<std::uint8_t>(stored.first_bit / 32),
                    .shift = static_cast<std::uint8_t>(stored.first_bit % 32),
                    .mask = low_bits(stored.bits)};
    if (stored.type == gen9::ChannelType::kUnorm && stored.bits <= 16) {
      const bool curved = srgb && stored.name != 'A';
      channel.coding = curved ? Coding::kSrgb8 : Coding::kUnorm;
      if (curved && stored.bits != 8) decoder_.emplace(format);
    } else if (stored.type == gen9::ChannelType::kFloat && stored.bits == 16) {
      channel.coding = Coding::kHalf;
    } else if (stored.type == gen9::ChannelType::kFloat && stored.bits == 32) {
      channel.coding = Coding::kFloat;
    } else {
      decoder_.emplace(format);
    }
    if (component > 3) decoder_.emplace(format);
    if (decoder_) return;
    channels_[count_++] = channel;
  }
}

void ColorReader::read_channel(const Channel& channel, const std::byte* elements, unsigned step,
                               LaneColors& colors) const {
  std::array<float, kColorLanes>& values = colors[channel.component];
  std::array<std::uint32_t, kColorLanes> codes;
  const unsigned first_byte = 4u * channel.word;
  const unsigned bytes = std::min(4u, step - first_byte);
  const auto read_codes = [&](auto size) {
    for (unsigned i = 0; i < kColorLanes; ++i) {
      std::uint32_t word = 0;
      std::memcpy(&word, elements + i * step + first_byte, size);
      codes[i] = word >> channel.shift & channel.mask;
    }
  };
  // A whole word is one load.
  if (bytes == sizeof(std::uint32_t)) {
    read_codes(std::integral_constant<unsigned, sizeof(std::uint32_t)>{});
  } else {
    read_codes(bytes);
  }
  switch (channel.coding) {
    case Coding::kUnorm: {
      const auto most = static_cast<float>(channel.mask);
      for (unsigned i = 0; i < kColorLanes; ++i) values[i] = static_cast<float>(codes[i]) / most;
      return;
    }
    case Coding::kSrgb8: {
      const std::uint16_t* linear = srgb_to_linear_codes(255);
      for (unsigned i = 0; i < kColorLanes; ++i)
        values[i] = static_cast<float>(linear[codes[i]]) / static_cast<float>(kLinearDenominator);
      return;
    }
    case Coding::kHalf:
      for (unsigned i = 0; i < kColorLanes; ++i)
        values[i] = std::bit_cast<float>(half_to_float_bits(static_cast<std::uint16_t>(codes[i])));
      return;
    case Coding::kFloat:
      for (unsigned i = 0; i < kColorLanes; ++i) values[i] = std::bit_cast<float>(codes[i]);
      return;
  }
}

void ColorReader::read(const std::byte* elements, unsigned step, LaneColors& colors) const {
  if (decoder_) {
    for (unsigned i = 0; i < kColorLanes; ++i) {
      const auto rgba = texel_to_rgba(decoder_->coding(), decoder_->texel(elements + i * step, 0, 0));
      for (unsigned c = 0; c < 4; ++c) colors[c][i] = std::bit_cast<float>(rgba[c]);
    }
    return;
  }
  for (unsigned c = 0; c < 3; ++c) colors[c].fill(0);
  colors[3].fill(1);
  for (unsigned c = 0; c < count_; ++c) read_channel(channels_[c], elements, step, colors);
}

}  // namespace texpipe::functional
