// BC7 (specification/sampling-rules 9): eight modes, bit exact. Codes are over 255.
#include <array>
#include <utility>

#include "functional/formats/block_decode.h"
#include "functional/formats/bptc.h"

namespace texpipe::functional {
namespace {

enum class SharedBit : std::uint8_t { kNone, kPerEndpoint, kPerSubset };

/// One of the eight modes: number of bits of each field, in the order in which they follow the mode's unary number.
struct Mode {
  std::uint8_t subsets;
  std::uint8_t partition_bits;
  std::uint8_t rotation_bits;
  std::uint8_t index_selection_bits;
  std::uint8_t color_bits;
  std::uint8_t alpha_bits;
  SharedBit shared_bit;
  std::uint8_t index_bits;
  std::uint8_t second_index_bits;  // 0: colour and alpha share their indices
};

constexpr Mode kModes[8] = {
    {3, 4, 0, 0, 4, 0, SharedBit::kPerEndpoint, 3, 0}, {2, 6, 0, 0, 6, 0, SharedBit::kPerSubset, 3, 0},
    {3, 6, 0, 0, 5, 0, SharedBit::kNone, 2, 0},        {2, 6, 0, 0, 7, 0, SharedBit::kPerEndpoint, 2, 0},
    {1, 0, 2, 1, 5, 6, SharedBit::kNone, 2, 3},        {1, 0, 2, 0, 7, 8, SharedBit::kNone, 2, 2},
    {1, 0, 0, 0, 7, 7, SharedBit::kPerEndpoint, 4, 0}, {2, 6, 0, 0, 5, 5, SharedBit::kPerEndpoint, 2, 0},
};

using Endpoint = std::array<std::uint32_t, 4>;  // R, G, B, A

/// 8 bits of a value of 4 to 8, its top bits repeated below.
std::uint32_t widen(std::uint32_t value, unsigned bits) {
  return bits == 8 ? value : value << (8 - bits) | value >> (2 * bits - 8);
}

/// Endpoints of all subsets, two each, widened to 8 bits. Fields stand channel by channel, shared bits after them.
std::array<Endpoint, 6> read_endpoints(BlockBits& bits, const Mode& mode) {
  std::array<Endpoint, 6> endpoints;
  const unsigned count = 2u * mode.subsets;
  for (unsigned channel = 0; channel < 4; ++channel) {
    const unsigned width = channel < 3 ? mode.color_bits : mode.alpha_bits;
    for (unsigned i = 0; i < count; ++i) endpoints[i][channel] = bits.take(width);
  }
  const unsigned shared = mode.shared_bit == SharedBit::kNone ? 0 : 1;
  std::uint32_t bit = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (shared && (mode.shared_bit == SharedBit::kPerEndpoint || i % 2 == 0)) bit = bits.take(1);
    for (unsigned channel = 0; channel < 4; ++channel) {
      const unsigned width = channel < 3 ? mode.color_bits : mode.alpha_bits;
      std::uint32_t& value = endpoints[i][channel];
      value = width == 0 ? 255 : widen(value << shared | bit, width + shared);
    }
  }
  return endpoints;
}

std::uint32_t interpolate(std::uint32_t a, std::uint32_t b, unsigned weight) {
  return ((64 - weight) * a + weight * b + 32) >> 6;
}

}  // namespace

void decode_bc7(const std::byte* block, Texel* texels) {
  BlockBits bits{block};
  unsigned number = 0;
  while (number < 8 && bits.take(1) == 0) ++number;
  if (number == 8) {  // reserved
    for (unsigned i = 0; i < 16; ++i) texels[i] = {};
    return;
  }
  const Mode& mode = kModes[number];
  const std::uint32_t partition = bits.take(mode.partition_bits);
  const std::uint32_t rotation = bits.take(mode.rotation_bits);
  const std::uint32_t index_selection = bits.take(mode.index_selection_bits);
  const std::array<Endpoint, 6> endpoints = read_endpoints(bits, mode);

  std::array<std::uint8_t, 16> subset, first, second{};
  for (unsigned i = 0; i < 16; ++i) {
    subset[i] = static_cast<std::uint8_t>(partition_subset(mode.subsets, partition, i));
    const bool anchor = i == anchor_texel(mode.subsets, partition, subset[i]);
    first[i] = static_cast<std::uint8_t>(bits.take(mode.index_bits - anchor));
  }
  if (mode.second_index_bits != 0) {
    for (unsigned i = 0; i < 16; ++i)
      second[i] = static_cast<std::uint8_t>(bits.take(mode.second_index_bits - (i == 0)));
  }

  for (unsigned i = 0; i < 16; ++i) {
    unsigned color_weight = bptc_weight(mode.index_bits, first[i]);
    unsigned alpha_weight = mode.second_index_bits ? bptc_weight(mode.second_index_bits, second[i]) : color_weight;
    if (index_selection) std::swap(color_weight, alpha_weight);
    const Endpoint& a = endpoints[2 * subset[i]];
    const Endpoint& b = endpoints[2 * subset[i] + 1];
    for (unsigned c = 0; c < 4; ++c) texels[i].code[c] = interpolate(a[c], b[c], c < 3 ? color_weight : alpha_weight);
    if (rotation != 0) std::swap(texels[i].code[rotation - 1], texels[i].code[3]);
  }
}

}  // namespace texpipe::functional
