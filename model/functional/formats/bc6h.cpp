// BC6H (specification/sampling-rules 9): fourteen modes, bit exact. Codes are float32 bits of the decoded halves.
#include <array>
#include <cstdint>
#include <string_view>

#include "functional/formats/block_decode.h"
#include "functional/formats/bptc.h"
#include "functional/formats/small_float.h"

namespace texpipe::functional {
namespace {

/// A mode of the Direct3D 11 specification. `fields` lists the block from its least significant bit on, behind the
/// mode's number: a channel (r, g, b) of an endpoint (w and x of the first subset, y and z of the second) and its bits.
/// `rw9:0` stores bit 0 first; `rw10:15` stores bit 15 first. Partition number and indices follow.
struct ModeRow {
  std::uint8_t number;  // the mode's bits, 2 or 5
  std::uint8_t number_bits;
  bool two_subsets;
  bool deltas;  // x, y, z are differences from w
  std::uint8_t base_bits;
  std::array<std::uint8_t, 3> delta_bits;
  std::string_view fields;
};

// clang-format off
constexpr ModeRow kModeRows[] = {
    {0x00, 2, true,  true,  10, {5, 5, 5}, "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0x01, 2, true,  true,   7, {6, 6, 6}, "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0"},
    {0x02, 5, true,  true,  11, {5, 4, 4}, "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0x06, 5, true,  true,  11, {4, 5, 4}, "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3"},
    {0x0A, 5, true,  true,  11, {4, 4, 5}, "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3"},
    {0x0E, 5, true,  true,   9, {5, 5, 5}, "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0x12, 5, true,  true,   8, {6, 5, 5}, "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0"},
    {0x16, 5, true,  true,   8, {5, 6, 5}, "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0x1A, 5, true,  true,   8, {5, 5, 6}, "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0x1E, 5, true,  false,  6, {6, 6, 6}, "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0"},
    {0x03, 5, false, false, 10, {10, 10, 10}, "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0"},
    {0x07, 5, false, true,  11, {9, 9, 9}, "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10"},
    {0x0B, 5, false, true,  12, {8, 8, 8}, "rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11"},
    {0x0F, 5, false, true,  16, {4, 4, 4}, "rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15"},
};
// clang-format on

/// A run of a block's bits that belongs to one endpoint's channel.
struct Field {
  std::uint8_t endpoint = 0;  // w, x, y, z
  std::uint8_t channel = 0;
  std::uint8_t low_bit = 0;
  std::uint8_t bits = 0;  // 0: no more fields
  bool reversed = false;
};

constexpr unsigned kMostFields = 25;

struct Mode {
  bool valid = false;
  ModeRow row{};
  std::array<Field, kMostFields> fields{};
};

constexpr unsigned take_number(std::string_view& text) {
  unsigned number = 0;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    number = number * 10 + static_cast<unsigned>(text[0] - '0');
    text.remove_prefix(1);
  }
  return number;
}

constexpr Mode mode_of(const ModeRow& row) {
  Mode mode{.valid = true, .row = row};
  std::string_view text = row.fields;
  unsigned block_bits = row.number_bits;
  for (unsigned count = 0; !text.empty(); ++count) {
    Field& field = mode.fields[count];
    field.channel = static_cast<std::uint8_t>(std::string_view{"rgb"}.find(text[0]));
    field.endpoint = static_cast<std::uint8_t>(text[1] - 'w');
    text.remove_prefix(2);
    const unsigned first = take_number(text);
    unsigned last = first;
    if (!text.empty() && text[0] == ':') {
      text.remove_prefix(1);
      last = take_number(text);
    }
    field.reversed = last > first;
    field.low_bit = static_cast<std::uint8_t>(first < last ? first : last);
    field.bits = static_cast<std::uint8_t>((first < last ? last - first : first - last) + 1);
    block_bits += field.bits;
    if (!text.empty()) text.remove_prefix(1);
  }
  if (block_bits != (row.two_subsets ? 77 : 65)) throw "the fields do not fill the mode's header";
  return mode;
}

/// Modes by the block's five lowest bits; reserved ones are not valid.
constexpr auto kModes = [] {
  std::array<Mode, 32> modes{};
  for (const ModeRow& row : kModeRows) {
    for (unsigned bits = row.number; bits < 32; bits += 1u << row.number_bits) modes[bits] = mode_of(row);
  }
  return modes;
}();

enum class Sign : std::uint8_t { kUnsigned, kSigned };

using Endpoint = std::array<std::int32_t, 3>;

std::int32_t sign_extend(std::int32_t value, unsigned bits) {
  const unsigned unused = 32 - bits;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value) << unused) >> unused;
}

std::uint32_t reverse_bits(std::uint32_t value, unsigned bits) {
  std::uint32_t reversed = 0;
  for (unsigned i = 0; i < bits; ++i) reversed |= (value >> i & 1) << (bits - 1 - i);
  return reversed;
}

/// Endpoints w, x, y, z with the base's precision.
std::array<Endpoint, 4> read_endpoints(BlockBits& bits, const Mode& mode, Sign sign) {
  std::array<Endpoint, 4> endpoints{};
  for (const Field& field : mode.fields) {
    if (field.bits == 0) break;
    std::uint32_t value = bits.take(field.bits);
    if (field.reversed) value = reverse_bits(value, field.bits);
    endpoints[field.endpoint][field.channel] |= static_cast<std::int32_t>(value << field.low_bit);
  }
  const unsigned base_bits = mode.row.base_bits;
  for (unsigned c = 0; c < 3; ++c) {
    for (unsigned e = 1; e < 4 && mode.row.deltas; ++e) {
      const std::int32_t sum = endpoints[0][c] + sign_extend(endpoints[e][c], mode.row.delta_bits[c]);
      endpoints[e][c] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) & ((1u << base_bits) - 1));
    }
    for (unsigned e = 0; e < 4 && sign == Sign::kSigned; ++e) endpoints[e][c] = sign_extend(endpoints[e][c], base_bits);
  }
  return endpoints;
}

/// Widens a base_bits value to the 16 (signed: 15 and sign) bits of the interpolation.
std::int32_t unquantise(std::int32_t value, unsigned bits, Sign sign) {
  if (sign == Sign::kUnsigned) {
    if (bits >= 15 || value == 0) return value;
    if (value == (1 << bits) - 1) return 0xFFFF;
    return ((value << 16) + 0x8000) >> bits;
  }
  if (bits >= 16 || value == 0) return value;
  const std::int32_t magnitude = value < 0 ? -value : value;
  const std::int32_t wide = magnitude >= (1 << (bits - 1)) - 1 ? 0x7FFF : ((magnitude << 15) + 0x4000) >> (bits - 1);
  return value < 0 ? -wide : wide;
}

/// Half of an interpolated value: scaled by 31/64, or by 31/32 of the magnitude.
std::uint16_t half_of(std::int32_t value, Sign sign) {
  if (sign == Sign::kUnsigned) return static_cast<std::uint16_t>(value * 31 >> 6);
  const std::int32_t magnitude = (value < 0 ? -value : value) * 31 >> 5;
  return static_cast<std::uint16_t>(value < 0 ? magnitude | 0x8000 : magnitude);
}

void decode(const std::byte* block, Texel* texels, Sign sign) {
  const Mode& mode = kModes[std::to_integer<unsigned>(block[0]) & 31];
  if (!mode.valid) {
    for (unsigned i = 0; i < 16; ++i) texels[i] = {{0, 0, 0, 1}};
    return;
  }
  BlockBits bits{block};
  bits.take(mode.row.number_bits);
  std::array<Endpoint, 4> endpoints = read_endpoints(bits, mode, sign);
  for (Endpoint& endpoint : endpoints) {
    for (std::int32_t& value : endpoint) value = unquantise(value, mode.row.base_bits, sign);
  }
  const unsigned subsets = mode.row.two_subsets ? 2 : 1;
  const unsigned index_bits = mode.row.two_subsets ? 3 : 4;
  const std::uint32_t partition = mode.row.two_subsets ? bits.take(5) : 0;
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned subset = partition_subset(subsets, partition, i);
    const bool anchor = i == anchor_texel(subsets, partition, subset);
    const auto weight = static_cast<std::int32_t>(bptc_weight(index_bits, bits.take(index_bits - anchor)));
    for (unsigned c = 0; c < 3; ++c) {
      const std::int32_t a = endpoints[2 * subset][c], b = endpoints[2 * subset + 1][c];
      texels[i].code[c] = half_to_float_bits(half_of(((64 - weight) * a + weight * b + 32) >> 6, sign));
    }
    texels[i].code[3] = 1;
  }
}

}  // namespace

void decode_bc6h(const std::byte* block, Texel* texels) {
  decode(block, texels, Sign::kUnsigned);
}

void decode_bc6h_signed(const std::byte* block, Texel* texels) {
  decode(block, texels, Sign::kSigned);
}

}  // namespace texpipe::functional
