// Fields of a command or structure where they stand in its words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "isa/gen9/bit_field.h"
#include "isa/gen9/commands/command_layout.h"

namespace texpipe::gen9 {

/// A field where it stands in the words, with the structures and numbers before it.
struct PlacedField {
  const CommandField* field = nullptr;
  std::string key;
  std::string name;
  std::size_t bit = 0;  // from the first word on

  unsigned width() const { return field->high - field->low + 1u; }
  bool enumerated() const { return field->values != nullptr; }
};

/// Number that the first of a field's repetitions has: fields of its name may stand before it.
unsigned first_number(const CommandLayout& layout, const CommandField& field);

/// A number in brackets, as a key or name has it.
std::string number_text(unsigned n);

/// Visits every field of a layout that begins before bit `end`, in order.
template <class Visit>
void for_each_field(const CommandLayout& layout, std::size_t end, Visit&& visit, std::size_t base = 0,
                    const std::string& key_before = {}, const std::string& name_before = {}) {
  for (const CommandField& f : layout.fields) {
    const std::size_t width = f.high - f.low + 1u;
    for (unsigned n = 0; n < f.repeats; ++n) {
      const std::size_t bit = base + f.dword * std::size_t{32} + f.low + n * std::size_t{f.stride};
      if (bit >= end || (f.repeats == kToTheEnd && bit + width > end)) break;
      const std::string number = f.repeats == 1 ? std::string{} : number_text(n + first_number(layout, f));
      const std::string key = key_before + field_key(f.name) + number;
      const std::string name = name_before + std::string{f.name} + number;
      if (f.kind == FieldKind::kStructure) {
        for_each_field(*f.structure, std::min(end, bit + width), visit, bit, key + ".", name + ": ");
      } else {
        visit(PlacedField{&f, key, name, bit});
      }
    }
  }
}

/// The field's bits, counted from the place at which it stands.
FieldBits bits_at(const PlacedField& placed);

/// Value of a field in words that hold it.
std::uint64_t value_of(std::span<const std::uint32_t> words, const PlacedField& placed);

/// DWord and bits, as documents write them.
std::string place_text(const PlacedField& placed);

}  // namespace texpipe::gen9
