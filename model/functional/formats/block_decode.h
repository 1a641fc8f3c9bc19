// Compressed blocks: 64 or 128 bits become 4x4 texels (FXT1: 8x4).
#pragma once

#include <cstddef>

#include "functional/formats/texel.h"

namespace texpipe::functional {

/// Decodes a block of a code to all its texels, row by row. Colours of sRGB formats are not linearised here.
using BlockDecoder = void (*)(const std::byte* block, Texel* texels);

/// Decoder of a block code. Errors: kInternalError for BlockCode::kNone.
BlockDecoder block_decoder(gen9::BlockCode code);

/// Meaning of the decoder's codes.
TexelCoding block_coding(gen9::BlockCode code);

// bc1_to_5.cpp
void decode_bc1(const std::byte* block, Texel* texels);
void decode_bc1_opaque(const std::byte* block, Texel* texels);
void decode_bc2(const std::byte* block, Texel* texels);
void decode_bc3(const std::byte* block, Texel* texels);
void decode_bc4(const std::byte* block, Texel* texels);
void decode_bc4_signed(const std::byte* block, Texel* texels);
void decode_bc5(const std::byte* block, Texel* texels);
void decode_bc5_signed(const std::byte* block, Texel* texels);

// bc6h.cpp
void decode_bc6h(const std::byte* block, Texel* texels);
void decode_bc6h_signed(const std::byte* block, Texel* texels);

// bc7.cpp
void decode_bc7(const std::byte* block, Texel* texels);

// etc_eac.cpp
void decode_etc1(const std::byte* block, Texel* texels);
void decode_etc2(const std::byte* block, Texel* texels);
void decode_etc2_punch_through(const std::byte* block, Texel* texels);
void decode_etc2_eac_alpha(const std::byte* block, Texel* texels);
void decode_eac_r11(const std::byte* block, Texel* texels);
void decode_eac_r11_signed(const std::byte* block, Texel* texels);
void decode_eac_rg11(const std::byte* block, Texel* texels);
void decode_eac_rg11_signed(const std::byte* block, Texel* texels);

// fxt1.cpp
void decode_fxt1(const std::byte* block, Texel* texels);

}  // namespace texpipe::functional
