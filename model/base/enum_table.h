// A document's enumeration as a table: value, documented name, meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace texpipe {

struct EnumRow {
  std::uint32_t value;
  std::string_view name;
  std::string_view meaning;
};

/// Rows of one enumeration without its C++ type. An enumeration that YAML or the command line may spell has an overload
/// `EnumRows enum_rows(E)` beside it, found by argument-dependent lookup.
struct EnumRows {
  std::string_view enumeration;
  std::span<const EnumRow> rows;

  /// First row of a value; null when the value is not listed.
  const EnumRow* find(std::uint32_t value) const {
    for (const EnumRow& row : rows) {
      if (row.value == value) return &row;
    }
    return nullptr;
  }
  const EnumRow* find(std::string_view name) const {
    for (const EnumRow& row : rows) {
      if (row.name == name) return &row;
    }
    return nullptr;
  }
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> names;
    for (const EnumRow& row : rows) names.push_back(row.name);
    return names;
  }
};

/// Documented name of a value; "?" when it is not listed.
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

}  // namespace texpipe
