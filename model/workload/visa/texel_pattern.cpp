#include "workload/visa/texel_pattern.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "pictures/encoders/channel_encoder.h"
#include "pictures/encoders/picture_texels.h"

namespace texpipe::study {

namespace {

using functional::SurfaceImage;
using gen9::ChannelType;

/// Place of a texel: in its level's extent, and among the slices.
struct PatternPlace {
  unsigned x, y, slice, level;
  unsigned width, height, slices;
};

/// Position of a texel among `count`, from 0 to 1.
double part(unsigned index, unsigned count) {
  return count > 1 ? std::min(static_cast<double>(index) / (count - 1), 1.0) : 0.0;
}

ColorNumbers all_channels(double value) {
  return {value, value, value, value};
}

ColorNumbers pattern_colors(TexelPattern pattern, const PatternPlace& at) {
  switch (pattern) {
    case TexelPattern::kGradient:
      return {part(at.x, at.width), part(at.y, at.height), part(at.slice, at.slices), 1.0};
    case TexelPattern::kChecker: {
      const double white = (at.x + at.y + at.slice) % 2;
      return {white, white, white, 1.0};
    }
    case TexelPattern::kLevel:
      return all_channels(at.level / 16.0);
    case TexelPattern::kSlice:
      return all_channels(at.slice / 16.0);
  }
  return {};
}

/// Colours of a pattern for integer formats: coordinates and numbers themselves, which formats of few bits clamp.
ColorNumbers pattern_integers(TexelPattern pattern, const PatternPlace& at) {
  switch (pattern) {
    case TexelPattern::kGradient:
      return {double(at.x), double(at.y), double(at.slice), 1.0};
    case TexelPattern::kChecker:
      return pattern_colors(pattern, at);
    case TexelPattern::kLevel:
      return all_channels(at.level);
    case TexelPattern::kSlice:
      return all_channels(at.slice);
  }
  return {};
}

/// One depth slice of a level of a slice: its size in elements and texels.
struct Plane {
  unsigned slice, level, slices;
  unsigned columns, rows;
  unsigned width, height;

  PatternPlace at(unsigned x, unsigned y) const { return {x, y, slice, level, width, height, slices}; }
};

/// The highest index of a palette format.
double highest_index(const gen9::FormatFacts& facts) {
  for (const gen9::StoredChannel& channel : facts.channels) {
    if (channel.type == ChannelType::kIndex) return std::ldexp(1.0, channel.bits) - 1;
  }
  return 0;
}

/// Numbers of a texel whose channels stand side by side.
ColorNumbers stored_numbers(const gen9::FormatFacts& facts, TexelPattern pattern, const PatternPlace& at) {
  const ChannelType type = facts.channels[0].type;
  if (type == ChannelType::kUint || type == ChannelType::kSint || type == ChannelType::kRaw)
    return pattern_integers(pattern, at);
  ColorNumbers numbers = pattern_colors(pattern, at);
  if (facts.output == "000A") numbers[3] = numbers[0];
  if (facts.kind == gen9::FormatKind::kPalette) numbers[0] = std::round(numbers[0] * highest_index(facts));
  return numbers;
}

void append_channels(const gen9::FormatFacts& facts, TexelPattern pattern, const Plane& plane,
                     std::vector<std::byte>& texels) {
  const unsigned texels_of_element = functional::element_shape(facts.format).width;
  std::size_t next = texels.size();
  texels.resize(next + std::size_t{plane.columns} * plane.rows * facts.element_bytes());
  for (unsigned y = 0; y < plane.rows; ++y) {
    for (unsigned column = 0; column < plane.columns; ++column, next += facts.element_bytes()) {
      const auto element = std::span{texels}.subspan(next, facts.element_bytes());
      for (unsigned i = 0; i < texels_of_element; ++i) {
        const PatternPlace at = plane.at(column * texels_of_element + i, y);
        encode_channels(facts, stored_numbers(facts, pattern, at), element, i);
      }
    }
  }
}

/// Blocks and YUV, through a picture of whole elements.
void append_picture(const gen9::FormatFacts& facts, TexelPattern pattern, const Plane& plane,
                    std::vector<std::byte>& texels) {
  const functional::ElementShape element = functional::element_shape(facts.format);
  Picture picture{plane.columns * element.width, plane.rows * element.height, {}};
  picture.rgba.reserve(std::size_t{picture.width} * picture.height * 4);
  for (unsigned y = 0; y < picture.height; ++y) {
    throw_if_stop_requested();
    for (unsigned x = 0; x < picture.width; ++x) {
      for (const double value : pattern_colors(pattern, plane.at(x, y)))
        picture.rgba.push_back(static_cast<std::uint8_t>(std::min(value, 1.0) * 255 + 0.5));
    }
  }
  const std::vector<std::byte> made = picture_texels(facts.format, picture).texels;
  texels.insert(texels.end(), made.begin(), made.end());
}

}  // namespace

std::vector<std::byte> pattern_texels(const SurfaceImage& image, TexelPattern pattern) {
  const gen9::FormatFacts& facts = gen9::format_facts(image.format);
  if (facts.kind == gen9::FormatKind::kRaw) unsupported("a pattern in RAW, which has no texels; `buffer` makes bytes");
  constexpr std::uint64_t kMostBytes = 256u << 20;
  const std::uint64_t bytes = functional::packed_bytes(image);
  if (bytes > kMostBytes) throw Error{ExitCode::kMalformedInput, "a pattern of more than 256 MiB"};
  const bool through_picture =
      facts.compressed() || facts.kind == gen9::FormatKind::kYuvPacked422 || facts.kind == gen9::FormatKind::kYuvPlanar;
  const auto append = through_picture ? append_picture : append_channels;
  std::vector<std::byte> texels;
  texels.reserve(bytes);
  const unsigned faces = image.type == functional::SurfaceType::kCube ? 6 : 1;
  const unsigned slices = std::max(image.array_length * faces, image.depth);
  for (unsigned slice = 0; slice < image.array_length * faces; ++slice) {
    for (unsigned sample = 0; sample < 1u << image.sample_bits; ++sample) {
      for (unsigned level = 0; level < image.levels; ++level) {
        const functional::PackedLevel size = functional::packed_level(image, level);
        for (unsigned depth = 0; depth < size.slices; ++depth) {
          append(facts, pattern,
                 {slice + depth, level, slices, size.columns, size.rows, functional::level_extent(image.width, level),
                  functional::level_extent(image.height, level)},
                 texels);
        }
      }
    }
  }
  return texels;
}

std::array<std::uint32_t, 256> pattern_palette() {
  std::array<std::uint32_t, 256> entries{};
  for (std::uint32_t i = 0; i < entries.size(); ++i) entries[i] = 0xFF00'0000u | i * 0x01'0101u;
  return entries;
}

}  // namespace texpipe::study
