// TXQ, texture query (SPA 5.0).
#pragma once

#include <cstdint>

#include "base/enum_table.h"
#include "isa/spa/spa_operand.h"

namespace texpipe::spa {

/// The three queries of the document, by their encoded value (specification/nvidia-queries 1).
enum class TextureQuery : std::uint8_t { kDimension = 1, kTextureType = 2, kSamplerPosition = 5 };
EnumRows enum_rows(TextureQuery);

/// Queries that exist in the encoding but not in the document: asking for one is unsupported (resolution R6).
EnumRows undocumented_texture_queries();

/// Effect of .phase on the warp's texture hash after the instruction (resolution R24).
enum class Phase : std::uint8_t { kNone, kTexture, kPhase };
EnumRows enum_rows(Phase);

struct Txq {
  Guard guard;
  bool bindless = false;  // .B: the packed pointer comes from Ra
  bool nodep = false;     // .NODEP: killed threads do not fetch
  Phase phase = Phase::kNone;
  Register destination;
  Register source;
  TextureQuery query = TextureQuery::kDimension;
  std::uint16_t constant_index = 0;  // tsPtrIdx: word address in the bundle's constant bank, 13 bits; ignored with .B
  bool legacy_form = false;          // written as tid, smp; constant_index = smp << 8 | tid
  std::uint8_t write_mask = 0xF;     // bits R, G, B, A
  Scheduling scheduling;

  bool operator==(const Txq&) const = default;
};

/// Registers that a TXQ reads from Ra: the packed pointer with .B, the LOD or sample index of queries that have one.
unsigned parameter_count(const Txq& txq);

/// Components that the write mask returns, packed from Rd.
unsigned result_count(const Txq& txq);

/// The packed pointer samplerPtr[31:20] | headerPtr[19:0] of a texture.
struct TexturePointer {
  std::uint32_t header = 0;   // 20 bits
  std::uint32_t sampler = 0;  // 12 bits
};
constexpr TexturePointer texture_pointer(std::uint32_t packed) {
  return {packed & 0xF'FFFF, packed >> 20};
}
constexpr std::uint32_t packed(TexturePointer pointer) {
  return (pointer.sampler & 0xFFF) << 20 | (pointer.header & 0xF'FFFF);
}

/// The legacy transformation: tsPtrIdx = {smp, tid}.
constexpr std::uint16_t legacy_constant_index(std::uint8_t tid, std::uint8_t smp) {
  return static_cast<std::uint16_t>((smp & 0x1F) << 8 | tid);
}

}  // namespace texpipe::spa
