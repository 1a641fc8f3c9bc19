#include "isa/gen9/enumeration_search.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/spelling.h"
#include "isa/gen9/bit_field.h"

namespace texpipe::gen9 {

namespace {

bool has_name(const EnumRow& row, std::string_view name) {
  if (row.reserved() || row.name.empty() || name.empty()) return false;
  return row.name == name || row.mnemonic() == name;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool has_name_in_any_case(const EnumRow& row, std::string_view name) {
  if (row.reserved() || row.name.empty() || name.empty()) return false;
  return same_letters(row.name, name) || same_letters(row.mnemonic(), name);
}

/// Appends the rows of a name as it stands; when there are none, those of the name in another case.
void append_named(const Enumeration& enumeration, std::string_view name, std::vector<FoundRow>& found) {
  const std::string_view repaired = repaired_name(name);
  for (const auto& matches : {has_name, has_name_in_any_case}) {
    const std::size_t before = found.size();
    for (const EnumRow& row : enumeration.rows.rows) {
      if (matches(row, name) || matches(row, repaired)) found.push_back({&enumeration, &row});
    }
    if (found.size() > before) return;
  }
}

std::string lower(std::string_view text) {
  std::string letters{text};
  for (char& c : letters) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

/// Appends the rows whose names begin with a text, or have it in them.
enum class NamePart : std::uint8_t { kBeginning, kAnywhere };
void append_with_part(const Enumeration& enumeration, std::string_view part, NamePart where,
                      std::vector<FoundRow>& found) {
  constexpr std::size_t kLeast = 2;  // a letter says nothing
  if (part.size() < kLeast) return;
  const std::string wanted = lower(part);
  for (const EnumRow& row : enumeration.rows.rows) {
    if (row.reserved()) continue;
    const std::size_t at = lower(row.name).find(wanted);
    if (at == 0 || (where == NamePart::kAnywhere && at != std::string::npos)) found.push_back({&enumeration, &row});
  }
}

void append_names(const Enumeration& enumeration, std::vector<std::string_view>& names) {
  for (const EnumRow& row : enumeration.rows.rows) {
    if (!row.reserved() && !row.name.empty()) names.push_back(row.mnemonic());
  }
}

}  // namespace

const Enumeration* find_enumeration(std::string_view name) {
  for (const Enumeration& e : enumerations()) {
    if (e.rows.enumeration == name) return &e;
  }
  for (const Enumeration& e : enumerations()) {
    if (field_key(e.rows.enumeration) == field_key(name)) return &e;
  }
  return nullptr;
}

std::optional<std::uint32_t> enumeration_value(std::string_view text) {
  int base = 10;
  std::string_view digits = text;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  } else if (text.size() > 2 && (text.starts_with("0b") || text.starts_with("0B"))) {
    base = 2;
    digits.remove_prefix(2);
  } else if (text.ends_with('b') || text.ends_with('B')) {
    base = 2;
    digits.remove_suffix(1);
  } else if (text.size() > 1 && text.starts_with('0')) {
    return std::nullopt;
  }
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::vector<FoundRow> find_rows(const Enumeration& enumeration, std::string_view text) {
  std::vector<FoundRow> found;
  append_named(enumeration, text, found);
  if (const auto value = enumeration_value(text)) {
    for (const EnumRow& row : enumeration.rows.rows) {
      const bool listed = std::any_of(found.begin(), found.end(), [&](const FoundRow& f) { return f.row == &row; });
      if (row.contains(*value) && !listed) found.push_back({&enumeration, &row});
    }
  }
  std::sort(found.begin(), found.end(), [](const FoundRow& a, const FoundRow& b) { return a.row < b.row; });
  return found;
}

std::vector<FoundRow> find_rows(std::string_view name) {
  std::vector<FoundRow> found;
  for (const Enumeration& e : enumerations()) append_named(e, name, found);
  return found;
}

std::vector<FoundRow> find_parts(std::span<const Enumeration> among, std::string_view part) {
  std::vector<FoundRow> found;
  for (const NamePart where : {NamePart::kBeginning, NamePart::kAnywhere}) {
    for (const Enumeration& e : among) append_with_part(e, part, where, found);
    if (!found.empty()) break;
  }
  return found;
}

std::string row_hint(const Enumeration& enumeration, std::string_view text) {
  std::vector<std::string_view> names;
  append_names(enumeration, names);
  const std::string_view nearest = enumeration_value(text) ? "" : nearest_spelling(text, names);
  if (!nearest.empty()) return "did you mean " + std::string{nearest} + "?";
  return "expected a name or a value of " + std::to_string(enumeration.bits) + " bits that it lists";
}

std::string name_hint(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Enumeration& e : enumerations()) names.push_back(e.rows.enumeration);
  std::string_view nearest = nearest_spelling(name, names);
  if (nearest.empty()) {
    names.clear();
    for (const Enumeration& e : enumerations()) append_names(e, names);
    nearest = nearest_spelling(name, names);
  }
  if (!nearest.empty()) return "did you mean " + std::string{nearest} + "?";
  return "texpipe enum without a name lists the enumerations";
}

}  // namespace texpipe::gen9
