#include "functional/surface/word_places.h"

#include <bit>

namespace texpipe::functional {
namespace {

constexpr unsigned kNumberBits = 6, kExpansionShift = 24, kInnerShift = 28;

unsigned whole_bits(unsigned power_of_two) {
  return static_cast<unsigned>(std::bit_width(power_of_two) - 1);
}

unsigned lowest_bit(std::uint32_t offset) {
  return static_cast<unsigned>(std::countr_zero(offset));
}

}  // namespace

void WordPlaces::take_bits(const SurfaceGeometry& geometry, unsigned column_bits, unsigned row_bits, unsigned element,
                           unsigned expansion_bits) {
  const bool one_row = geometry.type == SurfaceType::kBuffer || geometry.type == SurfaceType::kStructuredBuffer ||
                       geometry.type == SurfaceType::kNull || has_1d_layout(geometry);
  const TileSwizzle* swizzle = one_row || geometry.tiling == Tiling::kLinear ? nullptr : &tile_swizzle(geometry);
  unsigned columns = 0, rows = 0;
  const auto take = [](auto& bits, unsigned& taken, unsigned address_bit) {
    if (address_bit >= kWordBits && taken < bits.size())
      bits[taken++] = static_cast<std::uint8_t>(address_bit - kWordBits);
  };
  columns_.fill(kNoBit);
  rows_.fill(kNoBit);
  for (unsigned bit = 0; bit < column_bits; ++bit) take(columns_, columns, bit);
  for (unsigned bit = 0; bit < row_bits; ++bit) take(rows_, rows, column_bits + bit);
  inner_rows_ = static_cast<std::uint8_t>(rows);
  constexpr unsigned kEnough = 8;  // bits of a linear row's bytes
  for (unsigned bit = element; bit < (swizzle != nullptr ? swizzle->width_bits() : kEnough); ++bit) {
    const unsigned stored = swizzle == nullptr ? bit : lowest_bit(swizzle->offset(std::uint64_t{1} << bit, 0));
    take(columns_, columns, stored + expansion_bits);
  }
  for (unsigned bit = 0; swizzle != nullptr && bit < swizzle->row_bits(); ++bit)
    take(rows_, rows, lowest_bit(swizzle->offset(0, std::uint64_t{1} << bit)) + expansion_bits);
  pitch_ = swizzle != nullptr ? 0 : one_row || geometry.row_pitch == 0 ? kOneRow : geometry.row_pitch;
  expansion_bits_ = static_cast<std::uint8_t>(pitch_ != 0 ? expansion_bits : 0);
  if (pitch_ == 0) inner_rows_ = 0;
}

WordPlaces WordPlaces::stored(const SurfaceGeometry& geometry) {
  WordPlaces places;
  places.take_bits(geometry, 0, 0, 0, 0);
  return places;
}

WordPlaces WordPlaces::decoded(const SurfaceGeometry& geometry) {
  const ElementShape& element = geometry.element;
  if (element.expansion == 1) return stored(geometry);
  WordPlaces places;
  places.take_bits(geometry, whole_bits(unsigned{element.width} * element.decoded_texel_bytes),
                   whole_bits(element.height), whole_bits(element.bytes), whole_bits(element.expansion));
  return places;
}

WordPlaces::Packed WordPlaces::packed() const {
  Packed packed{0, 0,
                pitch_ | std::uint32_t{expansion_bits_} << kExpansionShift | std::uint32_t{inner_rows_} << kInnerShift};
  for (unsigned n = 0; n < kColumnBits; ++n) packed[0] |= std::uint32_t{columns_[n]} << kNumberBits * n;
  for (unsigned n = 0; n < kRowBits; ++n) packed[1] |= std::uint32_t{rows_[n]} << kNumberBits * n;
  return packed;
}

bool WordPlaces::unpack(const Packed& packed, WordPlaces& places) {
  const auto number = [](std::uint32_t word, unsigned n) {
    return static_cast<std::uint8_t>(word >> kNumberBits * n & ((1u << kNumberBits) - 1));
  };
  for (unsigned n = 0; n < kColumnBits; ++n) places.columns_[n] = number(packed[0], n);
  for (unsigned n = 0; n < kRowBits; ++n) places.rows_[n] = number(packed[1], n);
  places.pitch_ = packed[2] & ((1u << kExpansionShift) - 1);
  places.expansion_bits_ = static_cast<std::uint8_t>(packed[2] >> kExpansionShift & 0xF);
  places.inner_rows_ = static_cast<std::uint8_t>(packed[2] >> kInnerShift);
  return places.packed() == packed;
}

}  // namespace texpipe::functional
