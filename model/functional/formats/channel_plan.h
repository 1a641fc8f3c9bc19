// Plan by which each output channel of a format without blocks comes from the bits of an element.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "functional/formats/texel.h"

namespace texpipe::functional {

/// Step that turns a channel's stored bits into its code.
enum class ChannelStep : std::uint8_t {
  kDefault,          // not stored
  kCode,             // UNORM to 24 bits, UINT, FLOAT32: the bits as they are
  kSnormCode,        // sign extended, the second code of -1 made equal to the first
  kLinearCode,       // sRGB UNORM by table
  kSignExtend,       // SINT
  kHalf,             // FLOAT16
  kUfloat,           // FLOAT11, FLOAT10
  kWideUnorm,        // UNORM32 as float32
  kWideSnorm,        // SNORM32 as float32
  kUnsignedToFloat,  // USCALED
  kSignedToFloat,    // SSCALED
  kFixedToFloat,     // SFIXED, 16 fraction bits
  kDouble,           // FLOAT64 as float32
};

struct ChannelPlan {
  ChannelStep step = ChannelStep::kDefault;
  std::uint8_t first_bit = 0;
  std::uint8_t bits = 0;
  std::uint32_t mask = 0;                       // `bits` ones; 0 when not stored
  const std::uint16_t* linear_codes = nullptr;  // of kLinearCode
};

struct PlainPlan {
  std::array<ChannelPlan, 4> channels;  // R, G, B, A
  TexelCoding coding{};
  std::uint8_t element_bytes = 0;
  bool stored_codes = true;  // every stored channel's bits are its code: ChannelStep::kCode
};

/// Plan of a format whose channels stand side by side in an element (plain, packed, sRGB, depth, stencil, vertex
/// formats, one-bit formats); not of 64-bit pass-through.
PlainPlan plan_of(const gen9::FormatFacts& facts, MissingColor missing);

/// The texel of an element.
Texel decode_plain_texel(const PlainPlan& plan, const std::byte* element);

/// Texels of elements that follow one another.
void decode_plain_texels(const PlainPlan& plan, const std::byte* elements, unsigned count, Texel* texels);

}  // namespace texpipe::functional
