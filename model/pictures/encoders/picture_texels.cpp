#include "pictures/encoders/picture_texels.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "functional/formats/srgb.h"
#include "functional/formats/yuv.h"
#include "pictures/encoders/block_encoder.h"
#include "pictures/encoders/channel_encoder.h"
#include "pictures/encoders/median_cut.h"

namespace texpipe::study {

namespace {

using gen9::ChannelType;
using gen9::FormatFacts;
using gen9::FormatKind;
using gen9::StoredChannel;

using Pixel = std::span<const std::uint8_t, 4>;

Pixel pixel_of(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  return std::span{picture.rgba}.subspan((std::size_t{y} * picture.width + x) * 4).first<4>();
}

// BT.601, codes over 255.
double luminance(Pixel pixel) {
  return 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
}

struct Yuv {
  std::byte y, cb, cr;
};

/// BT.601 in the range of video, 16 to 235.
Yuv yuv_of(Pixel pixel) {
  const double y = luminance(pixel);
  const auto code = [](double value) { return static_cast<std::byte>(static_cast<std::uint8_t>(value + 0.5)); };
  return {code(16 + y * 219 / 255), code(128 + (pixel[2] - y) / 1.772 * 224 / 255),
          code(128 + (pixel[0] - y) / 1.402 * 224 / 255)};
}

/// Ordered dithering of 4x4 pixels: 0 or 255.
double dithered(double code, std::uint32_t x, std::uint32_t y) {
  constexpr std::uint8_t kOrder[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
  return code > (kOrder[y % 4][x % 4] + 0.5) * 255 / 16 ? 255 : 0;
}

/// Greatest integer of the widest stored channel: picture_of shows integers as parts of it.
double integer_range(const FormatFacts& facts) {
  unsigned bits = 1;
  for (const StoredChannel& channel : facts.channels) bits = std::max<unsigned>(bits, channel.bits);
  return std::ldexp(1.0, static_cast<int>(bits)) - 1;
}

/// Number that a channel must hold to be shown as a code, 0 to 255.
double number_of(const FormatFacts& facts, const StoredChannel& channel, double code) {
  const double part = code / 255;
  switch (channel.type) {
    case ChannelType::kSnorm:
      return 2 * part - 1;
    case ChannelType::kUint:
    case ChannelType::kUscaled:
      return part * integer_range(facts);
    case ChannelType::kSint:
    case ChannelType::kSscaled:
      return (part - 0.5) * integer_range(facts);
    default:
      break;
  }
  if (facts.color_space == gen9::ColorSpace::kSrgb && channel.name != 'A') {
    const std::uint16_t linear = functional::srgb_to_linear_codes(255)[static_cast<unsigned>(code + 0.5)];
    return static_cast<double>(linear) / functional::kLinearDenominator;
  }
  return part;
}

ColorNumbers numbers_of(const FormatFacts& facts, const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const Pixel pixel = pixel_of(picture, x, y);
  ColorNumbers numbers{};
  for (const StoredChannel& channel : facts.channels) {
    if (channel.name == 0) continue;
    const std::size_t component = component_of(facts, channel);
    const bool has_colors =
        facts.output.find_first_of("RGB") != std::string_view::npos || facts.output.starts_with("-");
    double code = has_colors && component < 3 ? pixel[component] : luminance(pixel);
    if (channel.name == 'A' && facts.output != "000A") code = 255;
    if (channel.bits == 1 && channel.name != 'A') code = dithered(luminance(pixel), x, y);
    numbers[component] = number_of(facts, channel, code);
  }
  return numbers;
}

/// Texels of formats whose channels stand side by side; elements of less than a byte hold several texels.
std::vector<std::byte> plain_texels(const FormatFacts& facts, const Picture& picture,
                                    std::span<const std::uint8_t> indices) {
  std::vector<std::byte> bytes(std::size_t{picture.width} * picture.height / facts.element_width() *
                               facts.element_bytes());
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      const std::size_t texel = std::size_t{y} * picture.width + x;
      const auto element =
          std::span{bytes}.subspan(texel / facts.element_width() * facts.element_bytes(), facts.element_bytes());
      const ColorNumbers numbers = indices.empty() ? numbers_of(facts, picture, x, y)
                                                   : ColorNumbers{static_cast<double>(indices[texel]), 0, 0, 1};
      encode_channels(facts, numbers, element, x % facts.element_width());
    }
  }
  return bytes;
}

std::vector<std::byte> yuv422_texels(const FormatFacts& facts, const Picture& picture) {
  const functional::Yuv422Order order = functional::yuv422_order(facts);
  std::vector<std::byte> bytes(std::size_t{picture.width} * picture.height * 2);
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; x += 2) {
      std::byte* pair = bytes.data() + (std::size_t{y} * picture.width + x) * 2;
      const Yuv left = yuv_of(pixel_of(picture, x, y));
      pair[order.y[0]] = left.y;
      pair[order.y[1]] = yuv_of(pixel_of(picture, x + 1, y)).y;
      pair[order.cr] = left.cr;
      pair[order.cb] = left.cb;
    }
  }
  return bytes;
}

std::vector<std::byte> planar_texels(const Picture& picture) {
  std::vector<std::byte> bytes;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) bytes.push_back(yuv_of(pixel_of(picture, x, y)).y);
  }
  for (std::uint32_t y = 0; y < picture.height; y += 2) {
    for (std::uint32_t x = 0; x < picture.width; x += 2) {
      const Yuv yuv = yuv_of(pixel_of(picture, x, y));
      bytes.insert(bytes.end(), {yuv.cb, yuv.cr});
    }
  }
  return bytes;
}

/// Number of palette entries that a format can name.
std::uint32_t palette_entries(const FormatFacts& facts) {
  for (const StoredChannel& channel : facts.channels) {
    if (channel.type == ChannelType::kIndex) return 1u << channel.bits;
  }
  return 0;
}

}  // namespace

std::string_view no_picture(const FormatFacts& facts) {
  if (facts.kind == FormatKind::kRaw) return "BYTES WITHOUT TEXELS";
  const bool passed_through = facts.channels[0].type == ChannelType::kRaw && facts.channels[0].name != 0;
  return passed_through ? "64 BITS TO VERTICES" : "";
}

PictureTexels picture_texels(gen9::SurfaceFormat format, const Picture& picture) {
  const FormatFacts& facts = gen9::format_facts(format);
  switch (facts.kind) {
    case FormatKind::kYuvPacked422:
      return {yuv422_texels(facts, picture)};
    case FormatKind::kYuvPlanar:
      return {planar_texels(picture)};
    case FormatKind::kPalette: {
      const MedianCut cut = median_cut(picture, palette_entries(facts));
      return {plain_texels(facts, picture, cut.indices), cut.palette};
    }
    default:
      break;
  }
  if (facts.compressed()) return {encode_blocks(facts, picture)};
  return {plain_texels(facts, picture, {})};
}

}  // namespace texpipe::study
