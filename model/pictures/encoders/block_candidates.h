// Blocks among which an encoder chooses: ends and tables of each code, without indices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "functional/formats/block_decode.h"

namespace texpipe::study {

inline constexpr unsigned kMostTexels = functional::kMaxTexelsPerElement;

using Block = std::array<std::byte, 16>;
using Color = std::array<double, 3>;  // 0 to 255

/// A block's texels, row by row.
struct Colors {
  unsigned count = 16;
  std::array<Color, kMostTexels> texels{};
};

/// Sets `bits` bits of a block from bit `first` on.
void put(Block& block, unsigned first, unsigned bits, std::uint64_t value);

/// Bit n of the big-endian word of 64 bits that starts at byte `offset`.
void put_big_endian(Block& block, unsigned offset, unsigned first, unsigned bits, std::uint64_t value);

/// Layout of a block code's indices, in the part of the block that starts at byte `offset`.
struct IndexLayout {
  unsigned values;         // of an index
  unsigned anchor_values;  // of texel 0's
  void (*put)(Block& block, unsigned offset, unsigned texel, unsigned value);
};

inline constexpr IndexLayout kTwoBits{4, 4, [](Block& block, unsigned offset, unsigned texel, unsigned value) {
                                        put(block, 8 * offset + 32 + 2 * texel, 2, value);
                                      }};
inline constexpr IndexLayout kThreeBits{8, 8, [](Block& block, unsigned offset, unsigned texel, unsigned value) {
                                          put(block, 8 * offset + 16 + 3 * texel, 3, value);
                                        }};
inline constexpr IndexLayout kFourBits{16, 8, [](Block& block, unsigned, unsigned texel, unsigned value) {
                                         if (texel == 0) return put(block, 65, 3, value);
                                         put(block, 64 + 4 * texel, 4, value);
                                       }};
/// ETC counts texels column by column; the two bits of an index stand 16 apart.
inline constexpr IndexLayout kEtc{4, 4, [](Block& block, unsigned offset, unsigned texel, unsigned value) {
                                    const unsigned n = texel % 4 * 4 + texel / 4;
                                    put_big_endian(block, offset, n, 1, value & 1);
                                    put_big_endian(block, offset, 16 + n, 1, value >> 1);
                                  }};
inline constexpr IndexLayout kEac{8, 8, [](Block& block, unsigned offset, unsigned texel, unsigned value) {
                                    put_big_endian(block, offset, 45 - 3 * (texel % 4 * 4 + texel / 4), 3, value);
                                  }};
/// Seven colours between two; 8x4 texels, the left half first.
inline constexpr IndexLayout kFxt1Indices{7, 7, [](Block& block, unsigned, unsigned texel, unsigned value) {
                                            const unsigned x = texel % 8, y = texel / 8;
                                            put(block, 3 * (x / 4 * 16 + y * 4 + x % 4), 3, value);
                                          }};

/// Blocks without indices among which the nearest is chosen.
using Candidates = std::vector<Block>;

Candidates bc1_candidates(const Colors& colors, unsigned offset, Block start);
Candidates bc4_candidates(const Colors& colors, unsigned channel, unsigned offset, bool is_signed, Block start);
/// Mode 6: one line, seven bits and a shared one, which is set so that alpha is 255.
Candidates bc7_candidates(const Colors& colors);
/// Mode 3: one line, ten bits, no differences. An end's code is the half's bits over 31, signed over 62.
Candidates bc6h_candidates(const Colors& colors, bool is_signed);
/// Two halves with every pair of tables: base colours of four bits each or, with differences, of five and what the
/// second differs.
Candidates etc_candidates(const Colors& colors, unsigned offset, bool differences, const Block& start);
/// Every table, with a multiplier that spans the texels and the one above it.
Candidates eac_candidates(const Colors& colors, unsigned channel, unsigned offset, bool is_signed, Block start);
Candidates fxt1_candidates(const Colors& colors);

}  // namespace texpipe::study
