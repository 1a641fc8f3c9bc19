// Texels that a file stores otherwise than any surface format has them, and their way into one that has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pictures/texture/texture.h"

namespace texpipe::study {

/// Channels of a stored texel as bit masks of its little-endian number.
struct TexelMasks {
  unsigned bytes = 0;                   // of a texel, 1 to 4
  std::array<std::uint32_t, 4> mask{};  // of R (or L), G, B, A: bits in one piece; 0: the channel is missing
};

/// A file's format as a surface format and what has to be done to its texels.
struct StoredFormat {
  gen9::SurfaceFormat format{};
  ChannelSelects channels = functional::kUnswizzled;
  std::optional<TexelMasks> masks{};  // the texels are converted
  bool first_bit_is_highest = false;  // of formats with several texels in a byte; the sampler's first is the lowest
  std::vector<Diagnostic> remarks{};  // without the file's name
};

/// Selects of letters as `RGB1`: upper or lower case R, G, B, A, and 0 and 1. Nothing for other texts.
std::optional<ChannelSelects> channel_selects_of(std::string_view letters);

/// Bytes of a stored row of `columns` elements.
std::uint64_t stored_row_bytes(const StoredFormat& stored, std::uint32_t columns);

/// Stored texels as those of the surface format: each channel the nearest code; missing colours are 0, alpha is 1.
std::vector<std::byte> converted(const StoredFormat& stored, std::span<const std::byte> texels);

/// Hands the format's channels and remarks to a texture.
void describe_stored(Texture& texture, const StoredFormat& stored, const std::string& file);

}  // namespace texpipe::study
