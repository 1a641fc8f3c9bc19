#include "isa/gen9/commands/placed_field.h"

namespace texpipe::gen9 {

std::string number_text(unsigned n) {
  return '[' + std::to_string(n) + ']';
}

unsigned first_number(const CommandLayout& layout, const CommandField& field) {
  unsigned before = 0;
  for (const CommandField* other = layout.fields.data(); other != &field; ++other) before += other->name == field.name;
  return before;
}

FieldBits bits_at(const PlacedField& placed) {
  FieldBits bits = place_of(CommandLayout{}, *placed.field);
  // Structures stand at any bit: the place counts from the first word on.
  bits.dword = 0;
  bits.high = static_cast<std::uint16_t>(placed.width() - 1);
  bits.low = 0;
  bits.stride = 1;
  return bits;
}

std::uint64_t value_of(std::span<const std::uint32_t> words, const PlacedField& placed) {
  return read_field(words, bits_at(placed), static_cast<unsigned>(placed.bit));
}

std::string place_text(const PlacedField& placed) {
  const auto low = static_cast<unsigned>(placed.bit % 32);
  return field_bits(static_cast<unsigned>(placed.bit / 32), low + placed.width() - 1, low);
}

}  // namespace texpipe::gen9
