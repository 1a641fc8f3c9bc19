#include "pictures/mips/make_mips.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/element_decoder.h"
#include "pictures/containers/dds_writer.h"
#include "pictures/encoders/channel_encoder.h"
#include "pictures/texture/decode_texture.h"

namespace texpipe::study {

namespace {

using functional::ChannelKind;
using functional::SurfaceImage;
using functional::SurfaceType;
using gen9::SurfaceFormat;

/// Colours of a slice or volume, x fastest.
struct Level {
  std::array<std::uint32_t, 3> size{1, 1, 1};
  std::vector<std::array<double, 4>> colors;
};

/// A texel's share of the texels below it along one axis.
struct Share {
  std::uint32_t first;
  std::array<double, 3> weights;
};

/// An axis of `size` texels becomes one of half of it, rounded down. Of an odd size, 2m + 1, texel i covers the texels
/// 2i to 2i + 2 by (m - i), m and (i + 1) parts.
Share share_of(std::uint32_t size, std::uint32_t i) {
  if (size == 1) return {0, {1, 0, 0}};
  if (size % 2 == 0) return {2 * i, {0.5, 0.5, 0}};
  const std::uint32_t half = size / 2;
  const auto weight = [size](std::uint32_t parts) { return static_cast<double>(parts) / size; };
  return {2 * i, {weight(half - i), weight(half), weight(i + 1)}};
}

Level halved(const Level& level, unsigned axis) {
  Level result{level.size, {}};
  const std::uint32_t size = level.size[axis];
  result.size[axis] = std::max(size / 2, 1u);
  std::size_t stride = 1;
  for (unsigned lower = 0; lower < axis; ++lower) stride *= level.size[lower];
  const std::size_t rows = level.colors.size() / (stride * size);
  result.colors.reserve(rows * stride * result.size[axis]);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::uint32_t i = 0; i < result.size[axis]; ++i) {
      const Share share = share_of(size, i);
      for (std::size_t place = 0; place < stride; ++place) {
        std::array<double, 4> sum{};
        for (unsigned tap = 0; tap < 3 && share.weights[tap] != 0; ++tap) {
          const auto& color = level.colors[(row * size + share.first + tap) * stride + place];
          for (unsigned c = 0; c < 4; ++c) sum[c] += share.weights[tap] * color[c];
        }
        result.colors.push_back(sum);
      }
    }
  }
  return result;
}

double number_of(const functional::ChannelCoding& coding, std::uint32_t bits) {
  if (coding.kind == ChannelKind::kUint) return bits;
  if (coding.kind == ChannelKind::kSint) return static_cast<std::int32_t>(bits);
  return std::bit_cast<float>(bits);
}

/// Level 0 of array slice or face `slice`; of a volume all of it.
Level top_level(const Texture& texture, std::uint32_t slice) {
  const SurfaceImage& image = texture.image;
  const bool volume = image.type == SurfaceType::k3D;
  Level level{{image.width, image.height, volume ? image.depth : 1}, {}};
  level.colors.reserve(std::size_t{level.size[0]} * level.size[1] * level.size[2]);
  for (std::uint32_t z = 0; z < level.size[2]; ++z) {
    const DecodedPlane plane = decode_plane(texture, {.level = 0, .slice = volume ? z : slice});
    for (const auto& texel : plane.texels) {
      auto& color = level.colors.emplace_back();
      for (unsigned c = 0; c < 4; ++c) color[c] = number_of(plane.coding[c], texel[c]);
    }
  }
  return level;
}

void append(const Level& level, const gen9::FormatFacts& facts, std::vector<std::byte>& texels) {
  const unsigned bytes = facts.element_bytes();
  std::size_t at = texels.size();
  texels.resize(at + level.colors.size() * bytes);
  for (const auto& color : level.colors) {
    encode_channels(facts, color, std::span{texels}.subspan(at, bytes));
    at += bytes;
  }
}

bool is_integer(const functional::TexelCoding& coding) {
  return std::ranges::any_of(
      coding, [](const auto& c) { return c.kind == ChannelKind::kUint || c.kind == ChannelKind::kSint; });
}

bool can_be_written(const SurfaceImage& image, const gen9::FormatFacts& facts) {
  SurfaceImage written = image;
  written.format = facts.format;
  return has_plain_channels(facts) && facts.bits_per_element >= 8 && dds_can_hold(written);
}

/// Refuses formats that are not written, and too many texels.
void check_image(const SurfaceImage& image, const gen9::FormatFacts& facts) {
  const std::string name{facts.name};
  if (facts.compressed()) unsupported("writing " + name + " (texpipe decodes blocks and does not make them)");
  if (!can_be_written(image, facts)) unsupported("writing " + name + " to a DDS file");
  if (is_integer(functional::ElementDecoder{facts.format}.coding()) !=
      is_integer(functional::ElementDecoder{image.format}.coding())) {
    unsupported("writing " + std::string{gen9::format_facts(image.format).name} + " as " + name +
                " (integers and numbers are not converted)");
  }
  constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 26;
  const std::uint64_t texels =
      std::uint64_t{image.width} * image.height * (image.type == SurfaceType::k3D ? image.depth : 1);
  if (texels > kMostTexels) {
    unsupported("levels of " + std::to_string(texels) + " texels (at most " + std::to_string(kMostTexels) +
                " in a slice or volume)");
  }
}

}  // namespace

SurfaceFormat mip_format(const SurfaceImage& image, const ChannelSelects& channels) {
  using enum SurfaceFormat;
  const gen9::FormatFacts& facts = gen9::format_facts(image.format);
  if (channels == functional::kUnswizzled && can_be_written(image, facts)) return image.format;
  if (facts.color_space == gen9::ColorSpace::kSrgb) return kR8G8B8A8UnormSrgb;
  const functional::TexelCoding coding = functional::ElementDecoder{image.format}.coding();
  const auto any = [&](auto test) { return std::ranges::any_of(coding, test); };
  if (any([](const auto& c) { return c.kind == ChannelKind::kUint; })) return kR32G32B32A32Uint;
  if (any([](const auto& c) { return c.kind == ChannelKind::kSint; })) return kR32G32B32A32Sint;
  if (any([](const auto& c) { return c.kind == ChannelKind::kFloat && !c.constant; })) return kR16G16B16A16Float;
  if (any([](const auto& c) { return c.is_signed; })) return kR16G16B16A16Snorm;
  // Blocks interpolate colours of 8 bits in exact thirds, fifths and sevenths.
  constexpr std::uint32_t kMostOfEightBits = 255 * 35;
  const bool more_bits = any([](const auto& c) {
    return c.denominator > kMostOfEightBits || (c.denominator > 255 && c.denominator % 255 != 0);
  });
  return more_bits ? kR16G16B16A16Unorm : kR8G8B8A8Unorm;
}

Texture with_mips(const Texture& texture, SurfaceFormat format) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  check_image(texture.image, facts);
  const SurfaceImage& image = texture.image;
  const bool volume = image.type == SurfaceType::k3D;
  Texture result{.image = image, .texels = {}, .palette = {}, .channels = functional::kUnswizzled, .remarks = {}};
  result.image.format = format;
  result.image.levels = functional::full_mip_levels(image.width, image.height, volume ? image.depth : 1);
  const std::uint32_t slices = image.array_length * (image.type == SurfaceType::kCube ? 6 : 1);
  result.texels.reserve(functional::packed_bytes(result.image));
  for (std::uint32_t slice = 0; slice < slices; ++slice) {
    Level level = top_level(texture, slice);
    if (format == image.format && texture.channels == functional::kUnswizzled) {
      const std::size_t slice_bytes = texture.texels.size() / slices;
      const auto kept =
          std::span{texture.texels}.subspan(slice * slice_bytes, functional::packed_level(image, 0).bytes);
      result.texels.insert(result.texels.end(), kept.begin(), kept.end());
    } else {
      append(level, facts, result.texels);
    }
    for (std::uint32_t made = 1; made < result.image.levels; ++made) {
      for (unsigned axis = 0; axis < 3; ++axis) {
        if (level.size[axis] > 1) level = halved(level, axis);
      }
      append(level, facts, result.texels);
    }
  }
  return result;
}

}  // namespace texpipe::study
