// Commands and state structures as text: every field by its name, and words from such names.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isa/gen9/bit_field.h"
#include "isa/gen9/commands/command_layout.h"

namespace texpipe::gen9 {

/// Fields of a command or structure in the order of its table, as far as `words` go. A field that repeats has a number
/// (`read_length[2]`), one of a structure inside the structure's name before it (`entry[0].logic_op_enable`).
std::vector<FieldValue> field_values(const CommandLayout& layout, std::span<const std::uint32_t> words);

/// Every field of a table, of those that repeat to the end the first.
std::vector<FieldFacts> field_facts(const CommandLayout& layout);

/// The bits of `words` that belong to no field nor, of a command, to its opcode and length.
std::vector<std::uint32_t> reserved_bits(const CommandLayout& layout, std::span<const std::uint32_t> words);

/// Sets one field from text: a documented name, a number (decimal, 0x... or 0b...), true or false. A hexadecimal number
/// for a float or a fraction gives its bits. A field that repeats to the end makes the words longer where it must.
/// Errors: Error (kMalformedInput) that names the field: a name that the table does not have, with the nearest that it
/// has, and a value that the field cannot hold.
void assign_field(const CommandLayout& layout, std::vector<std::uint32_t>& words, const FieldAssignment& assignment);

}  // namespace texpipe::gen9
