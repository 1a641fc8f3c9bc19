// Value of one field as text, and from text.
#pragma once

#include <cstdint>
#include <string>

#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/placed_field.h"

namespace texpipe::gen9 {

/// The shortest text that parse_field reads as this value again: a documented name, true or false, or a number.
std::string field_text(const PlacedField& placed, std::uint64_t value);

/// Unit of a field's number; empty: it has none.
std::string unit_of(const PlacedField& placed);

/// Numbers that a field can hold: `0 to 7`.
std::string numbers_text(const PlacedField& placed);

/// Value that a text gives a field. Errors: Error (kMalformedInput) that names the field and the values that it can
/// hold.
/// @param layout  command or structure, which errors name
std::uint64_t parse_field(const CommandLayout& layout, const PlacedField& placed, const std::string& text);

}  // namespace texpipe::gen9
