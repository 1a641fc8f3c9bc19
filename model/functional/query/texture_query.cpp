#include "functional/query/texture_query.h"

#include <algorithm>
#include <span>

#include "functional/rasterization/pixel_offset.h"

namespace texpipe::functional {

namespace {

using spa::MultisampleMode;
using spa::TextureHeader;
using spa::TextureType;

/// Number that the table of TEX_HEADER_DIMENSION puts into a component.
enum class Entry : std::uint8_t { kZero, kOne, kWidth, kHeight, kDepth, kLength, kLevels, kZeroOrOne, kZeroOrDepth };

struct DimensionRow {
  TextureType type;
  std::array<Entry, 4> rgba;
};

// The document's table. The starred entries are zero for MODE_1X1.
constexpr DimensionRow kDimensions[] = {
    {TextureType::kOneD, {Entry::kWidth, Entry::kZero, Entry::kZero, Entry::kLevels}},
    {TextureType::kTwoD, {Entry::kWidth, Entry::kHeight, Entry::kZeroOrOne, Entry::kLevels}},
    {TextureType::kThreeD, {Entry::kWidth, Entry::kHeight, Entry::kDepth, Entry::kLevels}},
    {TextureType::kCubemap, {Entry::kWidth, Entry::kHeight, Entry::kZero, Entry::kLevels}},
    {TextureType::kOneDArray, {Entry::kWidth, Entry::kLength, Entry::kZero, Entry::kLevels}},
    {TextureType::kTwoDArray, {Entry::kWidth, Entry::kHeight, Entry::kLength, Entry::kLevels}},
    {TextureType::kOneDBuffer, {Entry::kWidth, Entry::kZero, Entry::kZero, Entry::kOne}},
    {TextureType::kTwoDNoMipmap, {Entry::kWidth, Entry::kHeight, Entry::kZeroOrDepth, Entry::kOne}},
    {TextureType::kCubemapArray, {Entry::kWidth, Entry::kHeight, Entry::kLength, Entry::kLevels}},
};

bool has_levels(TextureType type) {
  return type != TextureType::kOneDBuffer && type != TextureType::kTwoDNoMipmap;
}

/// The texture's level that a LOD names; nothing outside the view.
std::optional<std::uint32_t> level_of(const TextureHeader& header, std::uint32_t lod) {
  const std::uint32_t first = has_levels(header.type) ? header.view_min_mip : 0;
  const std::uint32_t last = has_levels(header.type) ? header.view_max_mip : 0;
  if (first > last || lod > last - first) return std::nullopt;
  return first + lod;
}

/// Size of an axis at a level of the view: at least 1 inside the view's levels, 0 outside (resolutions R2, R6).
std::uint32_t level_size(const TextureHeader& header, std::uint32_t size, std::uint32_t lod) {
  const std::optional<std::uint32_t> level = level_of(header, lod);
  return level ? std::max(1u, size >> *level) : 0;
}

std::uint32_t dimension(const TextureHeader& header, Entry entry, std::uint32_t lod) {
  const bool single = header.multisample == MultisampleMode::k1x1;
  switch (entry) {
    case Entry::kZero:
      return 0;
    case Entry::kOne:
      return 1;
    case Entry::kWidth:
      return level_size(header, header.width, lod);
    case Entry::kHeight:
      return level_size(header, header.height, lod);
    case Entry::kDepth:
      return level_size(header, header.depth, lod);
    case Entry::kLength:
      return level_of(header, lod) ? header.depth : 0;  // as resinfo has it
    case Entry::kLevels:
      return header.view_max_mip >= header.view_min_mip ? header.view_max_mip - header.view_min_mip + 1u : 0u;
    case Entry::kZeroOrOne:
      return single ? 0 : 1;
    case Entry::kZeroOrDepth:
      return single ? 0 : header.depth;
  }
  return 0;
}

constexpr SamplePosition k2x1[] = {{4, 4}, {12, 12}};
constexpr SamplePosition k4x2[] = {{1, 7}, {5, 3}, {3, 13}, {7, 11}, {9, 5}, {15, 1}, {11, 15}, {13, 9}};

/// Positions of a mode (specification/nvidia-queries 5): the D3D patterns, but for the two orders that only this header
/// has; centre modes have all samples in the middle.
SamplePattern pattern_of(MultisampleMode mode) {
  switch (mode) {
    case MultisampleMode::k2x1:
      return programmed_pattern(k2x1);
    case MultisampleMode::k4x2:
    case MultisampleMode::k4x2Vc8:
    case MultisampleMode::k4x2Vc24:
      return programmed_pattern(k4x2);
    case MultisampleMode::k2x1Center:
    case MultisampleMode::k2x2Center:
    case MultisampleMode::k4x2Center:
      return {.count = static_cast<std::uint8_t>(spa::sample_count(mode)), .standard = false};
    default:
      return standard_pattern(spa::sample_count(mode));
  }
}

std::uint32_t sample_position(const TextureHeader& header, std::uint32_t sample) {
  const SamplePattern pattern = pattern_of(header.multisample);
  return sample < pattern.count ? packed(offset_of(pattern.positions[sample])) : 0;
}

}  // namespace

std::optional<TextureHeader> find_texture(const GpuMemory& memory, const TexturePools& pools,
                                          spa::TexturePointer pointer) {
  const std::uint32_t sampler = pools.via_header_binding ? pointer.header : pointer.sampler;
  if (pointer.header > pools.maximum_header || sampler > pools.maximum_sampler) return std::nullopt;
  spa::TextureHeaderWords words{};
  memory.read(pools.headers + ByteAddress{std::uint64_t{pointer.header} * sizeof words},
              std::as_writable_bytes(std::span{words}));
  return spa::decode_texture_header(words);
}

std::array<std::uint32_t, 4> query_texture(const std::optional<TextureHeader>& header, spa::TextureQuery query,
                                           std::uint32_t parameter) {
  if (!header) return {};
  switch (query) {
    case spa::TextureQuery::kDimension: {
      std::array<std::uint32_t, 4> rgba{};
      const DimensionRow& row = kDimensions[static_cast<std::size_t>(header->type)];
      for (std::size_t component = 0; component < 4; ++component)
        rgba[component] = dimension(*header, row.rgba[component], parameter);
      return rgba;
    }
    case spa::TextureQuery::kTextureType:
      return {0, 0, spa::sample_count(header->multisample), 0};
    case spa::TextureQuery::kSamplerPosition:
      return {sample_position(*header, parameter), 0, 0, 0};
  }
  return {};
}

}  // namespace texpipe::functional
