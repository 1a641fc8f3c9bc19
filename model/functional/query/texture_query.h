// Answers of TXQ (SPA 5.0 TXQ; resolution R6).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "functional/memory/gpu_memory.h"
#include "isa/spa/texture_header.h"
#include "isa/spa/txq.h"

namespace texpipe::functional {

/// Header and sampler pools as the 3D class sets them. Pool entries are 32 bytes each.
struct TexturePools {
  ByteAddress headers;
  std::uint32_t maximum_header = 0;   // SetTexHeaderPoolC.MaximumIndex
  std::uint32_t maximum_sampler = 0;  // SetTexSamplerPoolC.MaximumIndex
  bool via_header_binding = false;  // SetSamplerBinding.ViaHeaderBinding: the header index serves as the sampler index
};

/// The header that a packed pointer names; nothing for an invalid texture: a header or sampler index above its pool's
/// maximum. Errors: Error (kMalformedInput) for a header with reserved fields.
std::optional<spa::TextureHeader> find_texture(const GpuMemory& memory, const TexturePools& pools,
                                               spa::TexturePointer pointer);

/// R, G, B, A of a query.
/// @param header     nothing for an invalid texture: all components read 0
/// @param parameter  LOD of TEX_HEADER_DIMENSION, sample index of TEX_HEADER_SAMPLER_POS; ignored by
/// TEX_HEADER_TEXTURE_TYPE
std::array<std::uint32_t, 4> query_texture(const std::optional<spa::TextureHeader>& header, spa::TextureQuery query,
                                           std::uint32_t parameter);

}  // namespace texpipe::functional
