// State structures by what people type.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen9/states/structure_text.h"

namespace texpipe::gen9 {

/// A documented name in short: RENDER_SURFACE_STATE is `surface`, COLOR_CALC_STATE `color_calc`.
std::string short_name(std::string_view documented);

/// The state, structure or command of a name: as documented, in short, or a part of one name alone; letters' case does
/// not matter. Errors: Error (kMalformedInput) with the names that a part fits, or the nearest one.
StructureText find_structure(std::string_view name);

/// DWords of the command or state that begins with these words. Errors: Error (kMalformedInput) for a first word of
/// another command, and for fewer words than it has.
std::size_t dwords_of(const StructureText& structure, std::span<const std::uint32_t> words);

/// The command that begins with a word. Errors: Error (kMalformedInput) for a word that begins none.
StructureText command_of(std::uint32_t first_word);

/// Words whose fields are set from text, in any order: a field may exist only once another has its value. The key
/// `reserved[n]` sets bits of DWord n that belong to no field.
/// @param words  what they begin with
/// Errors: Error (kMalformedInput) that names the field, with the nearest spelling.
std::vector<std::uint32_t> words_from_fields(const StructureText& structure, std::vector<std::uint32_t> words,
                                             std::span<const FieldAssignment> assignments);

/// The field of a key; parts of one key alone are enough. Errors: Error (kMalformedInput) with the nearest spelling.
FieldFacts find_field(const StructureText& structure, std::string_view key);

}  // namespace texpipe::gen9
