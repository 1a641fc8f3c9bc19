// A document's enumeration as a table: value, documented name, meaning, and the condition under which the row exists.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace texpipe {

/// A value (or, with `last`, a range of values) of a documented enumeration. Rows named "Reserved" are listed by the
/// document and refused by every conversion.
struct EnumRow {
  std::uint32_t value;
  std::string_view name;         // as documented; empty for the rows that a document leaves nameless
  std::string_view meaning;      // in our words; may be empty
  std::string_view exists_if{};  // condition on other fields; empty: always
  std::uint32_t last = 0;        // last value of a range; 0: one value

  constexpr std::uint32_t value_last() const { return last == 0 ? value : last; }
  constexpr bool contains(std::uint32_t v) const { return value <= v && v <= value_last(); }
  constexpr bool reserved() const { return name == "Reserved"; }
  /// The name without explanations: up to " [Default]" or " (".
  constexpr std::string_view mnemonic() const {
    const std::size_t end = name.find(" [Default]") < name.find(" (") ? name.find(" [Default]") : name.find(" (");
    return name.substr(0, end);
  }
  /// Whether the row exists in a context, given as the text of the condition that holds there.
  constexpr bool exists_in(std::string_view context) const { return exists_if.empty() || exists_if == context; }
};

/// Rows of one enumeration without its C++ type. An enumeration that YAML or the command line may spell has an overload
/// `EnumRows enum_rows(E)` beside it, found by argument-dependent lookup.
struct EnumRows {
  std::string_view enumeration;
  std::span<const EnumRow> rows;

  /// First row of a value in a context; null when the value is reserved or not listed there.
  constexpr const EnumRow* find(std::uint32_t value, std::string_view context = {}) const {
    for (const EnumRow& row : rows) {
      if (row.contains(value) && row.exists_in(context)) return row.reserved() ? nullptr : &row;
    }
    return nullptr;
  }
  /// First row of a name, in full or without explanations, in a context; null when the name is not listed there.
  constexpr const EnumRow* find(std::string_view name, std::string_view context = {}) const {
    if (name.empty() || name == "Reserved") return nullptr;
    for (const EnumRow& row : rows) {
      if (row.name == name && row.exists_in(context)) return &row;
    }
    for (const EnumRow& row : rows) {
      if (row.mnemonic() == name && row.exists_in(context)) return &row;
    }
    return nullptr;
  }
  /// Names that can be spelled: neither reserved nor empty.
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> names;
    for (const EnumRow& row : rows) {
      if (!row.reserved() && !row.name.empty()) names.push_back(row.name);
    }
    return names;
  }
};

/// Documented name of a value; "?" when it is reserved or not listed.
template <class E>
std::string_view name_of(E value) {
  const EnumRow* row = enum_rows(E{}).find(static_cast<std::uint32_t>(value));
  return row ? row->name : "?";
}

/// Value of a documented name; nothing when the name is not listed.
template <class E>
std::optional<E> value_of(std::string_view name) {
  const EnumRow* row = enum_rows(E{}).find(name);
  return row ? std::optional{static_cast<E>(row->value)} : std::nullopt;
}

/// Whether a value is listed and not reserved.
template <class E>
bool listed(E value) {
  return enum_rows(E{}).find(static_cast<std::uint32_t>(value)) != nullptr;
}

/// The enumeration's value with this code. Throws Error (kMalformedInput) when the code is reserved or not listed.
template <class E>
E decode_enum(std::uint32_t code) {
  if (listed(static_cast<E>(code))) return static_cast<E>(code);
  throw Error{ExitCode::kMalformedInput, std::string{enum_rows(E{}).enumeration} + " has no value " +
                                             std::to_string(code) + " (reserved or not listed)"};
}

/// The enumeration's value with this documented name. Throws Error (kMalformedInput) with the nearest spelling.
template <class E>
E parse_enum(std::string_view name) {
  if (const std::optional<E> value = value_of<E>(name)) return *value;
  throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = std::string{enum_rows(E{}).enumeration} +
                                                               " has no name \"" + std::string{name} + '"',
                                                    .hint = spelling_hint(name, enum_rows(E{}).names())}};
}

}  // namespace texpipe
