// Looking up the 39 enumerations by what a person types: names in any spelling, values in any base.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen9/enumerations.h"

namespace texpipe::gen9 {

/// A row and the enumeration that lists it.
struct FoundRow {
  const Enumeration* enumeration;
  const EnumRow* row;
};

/// The enumeration of a name; letters' case, blanks and underscores do not matter (`simd_mode` is SIMD Mode). Null when
/// there is none.
const Enumeration* find_enumeration(std::string_view name);

/// Value of a number as the document and people write it: decimal, 0x..., 0b..., or binary digits and a final b
/// (`101b`). Nothing when the text is none: a leading zero makes decimal digits a name (SrcIndex has such names).
std::optional<std::uint32_t> enumeration_value(std::string_view text);

/// Rows of one enumeration whose value, name or name without explanations is `text`, reserved rows by value only, in
/// the document's order. Empty: none. Names are taken in any case, and with the document's misprints (`Irp`).
std::vector<FoundRow> find_rows(const Enumeration& enumeration, std::string_view text);

/// Rows of that name in all enumerations, in the document's order.
std::vector<FoundRow> find_rows(std::string_view name);

/// Rows whose names begin with `part`; when there are none, those that have it anywhere. Letters' case does not matter;
/// a part has two letters at least. Empty: none.
std::vector<FoundRow> find_parts(std::span<const Enumeration> among, std::string_view part);

/// For a text that is not found: the nearest name, or what would be accepted.
std::string row_hint(const Enumeration& enumeration, std::string_view text);
std::string name_hint(std::string_view name);

}  // namespace texpipe::gen9
