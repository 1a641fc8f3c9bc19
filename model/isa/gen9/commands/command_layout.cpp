#include "isa/gen9/commands/command_layout.h"

#include <bit>
#include <cmath>

namespace texpipe::gen9 {

namespace {

/// First bit of a field, from the first word on.
std::size_t first_bit(FieldBits place, unsigned n) {
  return std::size_t{place.dword} * 32 + place.low + std::size_t{n} * place.stride;
}

}  // namespace

std::uint64_t read_field(std::span<const std::uint32_t> words, FieldBits place, unsigned n) {
  const std::size_t bit = first_bit(place, n);
  const unsigned width = place.high - place.low + 1u, shift = bit % 32;
  std::uint64_t value = 0;
  for (unsigned taken = 0, i = 0; taken < shift + width; taken += 32, ++i) {
    const std::size_t word = bit / 32 + i;
    const std::uint64_t bits = word < words.size() ? words[word] : 0;
    const int left = static_cast<int>(taken) - static_cast<int>(shift);
    value |= left >= 0 ? bits << left : bits >> -left;
  }
  value &= mask_of(width);
  if (place.is_signed && width < 64 && (value >> (width - 1) & 1) != 0) value |= ~mask_of(width);
  return place.stays_in_place ? value << shift : value;
}

float read_real(std::span<const std::uint32_t> words, FieldBits place, unsigned n) {
  const std::uint64_t bits = read_field(words, place, n);
  if (place.fraction_bits == 0) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::ldexp(static_cast<float>(static_cast<std::int64_t>(bits)), -place.fraction_bits);
}

void write_field(std::span<std::uint32_t> words, FieldBits place, std::uint64_t value, unsigned n) {
  const std::size_t bit = first_bit(place, n);
  const unsigned width = place.high - place.low + 1u;
  if (place.stays_in_place) value >>= bit % 32;
  for (unsigned i = 0; i < width; ++i) {
    const std::size_t word = (bit + i) / 32;
    if (word >= words.size()) return;
    const std::uint32_t one = 1u << (bit + i) % 32;
    words[word] = (value >> i & 1) != 0 ? words[word] | one : words[word] & ~one;
  }
}

FieldBits place_of(const CommandLayout& layout, const CommandField& field) {
  return {layout.id,
          field.dword,
          field.high,
          field.low,
          field.kind == FieldKind::kAddress || field.kind == FieldKind::kOffset,
          field.kind == FieldKind::kSigned || field.kind == FieldKind::kSignedFixed,
          field.fraction_bits,
          field.stride};
}

}  // namespace texpipe::gen9
