// A decoded texel, and what its numbers mean.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "isa/gen9/surface_format.h"

namespace texpipe::functional {

/// Kind of number in a decoded channel's 32 bits.
enum class ChannelKind : std::uint8_t {
  kFixed,  // signed integer; the value is code / denominator. A filter sums the integers exactly and divides once
  kFloat,  // bits of a float32
  kUint,   // unsigned integer, not filtered
  kSint,   // signed integer, not filtered
};

/// Meaning of one of R, G, B, A of every texel of a format.
struct ChannelCoding {
  ChannelKind kind = ChannelKind::kFixed;
  bool constant = false;          // the format lacks the channel: every texel has default_code
  bool is_signed = false;         // of kFixed: codes from -denominator; otherwise from 0
  std::uint32_t denominator = 1;  // of kFixed: the code of 1.0; at most 2^24 - 1
  std::uint32_t default_code = 0;

  bool operator==(const ChannelCoding&) const = default;
};

using TexelCoding = std::array<ChannelCoding, 4>;

/// A texel after decompression, palette, linearisation, replication (L, I) and defaults of missing channels: what a
/// filter reads.
struct Texel {
  std::array<std::uint32_t, 4> code{};  // R, G, B, A as the format's TexelCoding says; signed codes in two's complement

  bool operator==(const Texel&) const = default;
};

/// Value of a colour channel that the format lacks (SAMPLER_STATE "Texture Border Color Mode"; specification/formats
/// 2).
enum class MissingColor : std::uint8_t {
  kZero,  // DX10 and OGL
  kDx9,   // 1.0 for G and B of the formats that facts mark
};

/// Palettes 0 and 1: 256 entries of ARGB8888 each, A in bits 31:24. Null: none loaded, entries read 0.
using Palettes = std::array<const std::uint32_t*, 2>;

/// Most texels of an element (FXT1).
inline constexpr unsigned kMaxTexelsPerElement = 32;

}  // namespace texpipe::functional
