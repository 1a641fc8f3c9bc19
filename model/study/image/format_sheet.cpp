#include "study/image/format_sheet.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "functional/formats/texel_encoder.h"
#include "functional/formats/yuv.h"
#include "functional/surface/surface_image.h"
#include "study/image/decode_texture.h"
#include "study/image/tiny_font.h"

namespace texpipe::study {

namespace {

using gen9::ChannelType;
using gen9::FormatFacts;
using gen9::FormatKind;
using gen9::StoredChannel;
using gen9::SurfaceFormat;

constexpr std::uint32_t kCell = 56;        // texels of a picture; a multiple of every block's size
constexpr std::uint32_t kCellWidth = 112;  // pixels, room for the longest name
constexpr std::uint32_t kCellHeight = 68;
constexpr std::uint32_t kColumns = 15;

bool is_alpha_alone(const FormatFacts& facts) {
  return facts.output == "000A";
}

// Red or luminance, green, blue and alpha of the test picture at a texel, 0 to 1; a lone alpha as luminance.
double ramp(char channel, double x, double y) {
  switch (channel) {
    case 'G':
      return y;
    case 'B':
      return 1 - x;
    case 'A':
      return 1;
    default:
      return x;
  }
}

// Bits of a stored float of `bits` bits, made by the encoder of a format that has such a channel.
std::uint64_t float_code(const StoredChannel& channel, double value) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  std::uint32_t code = 0;
  std::array<std::byte, 4> element{};
  switch (channel.bits) {
    case 64:
      return std::bit_cast<std::uint64_t>(value);
    case 32:
      return bits;
    case 16:
      functional::encode_texel(SurfaceFormat::kR16Float, {bits, 0, 0, 0}, element.data());
      break;
    case 11:
      functional::encode_texel(SurfaceFormat::kR11G11B10Float, {bits, 0, 0, 0}, element.data());
      break;
    default:
      functional::encode_texel(SurfaceFormat::kR11G11B10Float, {0, 0, bits, 0}, element.data());
      std::memcpy(&code, element.data(), 4);
      return code >> 22;
  }
  std::memcpy(&code, element.data(), 4);
  return code;
}

std::uint64_t channel_code(const StoredChannel& channel, double value) {
  constexpr double kSharedExponentStep = 1.0 / 256;  // of a mantissa when the exponent is 16
  const double all = std::ldexp(1.0, channel.bits) - 1;
  const double half = std::ldexp(1.0, channel.bits - 1) - 1;
  const std::uint64_t mask = channel.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << channel.bits) - 1;
  switch (channel.type) {
    case ChannelType::kSnorm:
    case ChannelType::kSint:
    case ChannelType::kSscaled:
      return static_cast<std::uint64_t>(std::llround((2 * value - 1) * half)) & mask;
    case ChannelType::kSfixed:
      return static_cast<std::uint64_t>(std::llround(value * 65536)) & mask;
    case ChannelType::kFloat:
    case ChannelType::kUfloat:
      return float_code(channel, value);
    case ChannelType::kMantissa:
      return static_cast<std::uint64_t>(value / kSharedExponentStep + 0.5);
    case ChannelType::kExponent:
      return 16;
    default:
      return static_cast<std::uint64_t>(std::llround(value * all)) & mask;
  }
}

void put_bits(std::span<std::byte> element, unsigned first, unsigned count, std::uint64_t code) {
  for (unsigned bit = 0; bit < count; ++bit) {
    if (code >> bit & 1) element[(first + bit) / 8] |= std::byte{1} << (first + bit) % 8;
  }
}

// Texels of formats whose channels stand side by side; elements of less than a byte hold several texels.
std::vector<std::byte> plain_texels(const FormatFacts& facts, std::uint32_t size) {
  const functional::ElementShape element = functional::element_shape(facts.format);
  std::vector<std::byte> bytes(std::size_t{size} * size / element.width * element.bytes);
  for (std::uint32_t y = 0; y < size; ++y) {
    for (std::uint32_t x = 0; x < size; ++x) {
      const std::size_t index = (std::size_t{y} * size + x) / element.width;
      const std::span<std::byte> at = std::span{bytes}.subspan(index * element.bytes, element.bytes);
      const unsigned first = x % element.width * facts.bits_per_element;
      for (const StoredChannel& channel : facts.channels) {
        if (channel.name == 0) continue;
        const char name = is_alpha_alone(facts) ? 'L' : channel.name;
        const double value = ramp(name, x / (size - 1.0), y / (size - 1.0));
        put_bits(at, first + channel.first_bit, channel.bits, channel_code(channel, value));
      }
    }
  }
  return bytes;
}

std::vector<std::byte> noise(std::size_t count) {
  std::vector<std::byte> bytes(count);
  std::uint32_t state = 1;
  for (std::byte& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<std::byte>(state >> 24);
  }
  return bytes;
}

std::byte scaled(double value) {
  return static_cast<std::byte>(static_cast<std::uint8_t>(value * 255 + 0.5));
}

std::vector<std::byte> yuv422_texels(const FormatFacts& facts, std::uint32_t size) {
  const functional::Yuv422Order order = functional::yuv422_order(facts);
  std::vector<std::byte> bytes(std::size_t{size} * size * 2);
  for (std::uint32_t y = 0; y < size; ++y) {
    for (std::uint32_t x = 0; x < size; x += 2) {
      std::byte* pair = bytes.data() + (std::size_t{y} * size + x) * 2;
      pair[order.y[0]] = scaled(y / (size - 1.0));
      pair[order.y[1]] = scaled(y / (size - 1.0));
      pair[order.cr] = scaled(x / (size - 1.0));
      pair[order.cb] = scaled(1 - x / (size - 1.0));
    }
  }
  return bytes;
}

std::vector<std::byte> planar_texels(std::uint32_t size) {
  std::vector<std::byte> bytes;
  for (std::uint32_t y = 0; y < size; ++y) bytes.insert(bytes.end(), size, scaled(y / (size - 1.0)));
  for (std::uint32_t y = 0; y < size; y += 2) {
    for (std::uint32_t x = 0; x < size; x += 2) {
      bytes.push_back(scaled(1 - x / (size - 1.0)));
      bytes.push_back(scaled(x / (size - 1.0)));
    }
  }
  return bytes;
}

// Number of palette entries that a format can name; 0 for formats without palette.
std::uint32_t palette_entries(const FormatFacts& facts) {
  for (const StoredChannel& channel : facts.channels) {
    if (channel.type == ChannelType::kIndex) return 1u << channel.bits;
  }
  return 0;
}

// A rainbow over the first `count` entries: the palette that the sheet shows palette formats with.
std::array<std::uint32_t, 256> rainbow(std::uint32_t count) {
  std::array<std::uint32_t, 256> entries{};
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t red = i * 255 / (count - 1);
    const std::uint32_t green = red < 128 ? 2 * red : 2 * (255 - red);
    entries[i] = 0xFF000000u | red << 16 | green << 8 | (255 - red);
  }
  return entries;
}

void paste(Picture& sheet, const Picture& picture, std::uint32_t left, std::uint32_t top) {
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    std::copy_n(picture.rgba.begin() + y * picture.width * 4, picture.width * 4,
                sheet.rgba.begin() + (std::size_t{top + y} * sheet.width + left) * 4);
  }
}

Picture empty_frame() {
  Picture frame{kCell, kCell, std::vector<std::uint8_t>(kCell * kCell * 4, 255)};
  for (std::uint32_t y = 1; y + 1 < kCell; ++y) {
    for (std::uint32_t x = 1; x + 1 < kCell; ++x)
      std::fill_n(frame.rgba.begin() + (y * kCell + x) * 4, 3, std::uint8_t{32});
  }
  return frame;
}

}  // namespace

std::vector<std::byte> test_texels(SurfaceFormat format, std::uint32_t size) {
  const FormatFacts& facts = gen9::format_facts(format);
  const bool passed_through = facts.channels[0].type == ChannelType::kRaw && facts.channels[0].name != 0;
  if (facts.kind == FormatKind::kRaw || passed_through) return {};
  if (facts.kind == FormatKind::kYuvPacked422) return yuv422_texels(facts, size);
  if (facts.kind == FormatKind::kYuvPlanar) return planar_texels(size);
  if (!facts.compressed()) return plain_texels(facts, size);
  return noise(functional::packed_bytes({.format = format, .width = size, .height = size}));
}

Picture format_sheet() {
  const auto formats = gen9::all_formats();
  const auto rows = static_cast<std::uint32_t>((formats.size() + kColumns - 1) / kColumns);
  Picture sheet{kColumns * kCellWidth, rows * kCellHeight, {}};
  sheet.rgba.resize(std::size_t{sheet.width} * sheet.height * 4);
  for (std::size_t i = 3; i < sheet.rgba.size(); i += 4) sheet.rgba[i] = 255;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const auto left = static_cast<std::uint32_t>(i % kColumns) * kCellWidth + 2;
    const auto top = static_cast<std::uint32_t>(i / kColumns) * kCellHeight + 2;
    const std::vector<std::byte> texels = test_texels(formats[i].format, kCell);
    Picture picture = empty_frame();
    if (!texels.empty()) {
      const std::array<std::uint32_t, 256> palette = rainbow(palette_entries(formats[i]));
      picture = picture_of(decode_packed(formats[i].format, texels, kCell, kCell, {palette.data(), palette.data()}));
      for (std::size_t alpha = 3; alpha < picture.rgba.size(); alpha += 4) {
        // The sheet is opaque; a lone alpha shows as grey.
        if (is_alpha_alone(formats[i])) std::fill_n(picture.rgba.begin() + alpha - 3, 3, picture.rgba[alpha]);
        picture.rgba[alpha] = 255;
      }
    }
    paste(sheet, picture, left, top);
    draw_text(sheet, left, top + kCell + 2, formats[i].name);
  }
  return sheet;
}

}  // namespace texpipe::study
