#include "isa/gen9/given_fields.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/diagnostic.h"

namespace texpipe::gen9 {

namespace {

/// Decimal, 0x or 0b number; nothing for other texts, as names and fractions.
std::optional<std::uint64_t> whole_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) base = 16;
  if (text.starts_with("0b") || text.starts_with("0B")) base = 2;
  if (base != 10) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Bits of `descriptor 7:0`.
unsigned width_of(std::string_view bits) {
  const std::size_t space = bits.rfind(' ') + 1, colon = bits.rfind(':');
  if (colon == std::string_view::npos || colon < space) return 1;
  const auto high = whole_number(bits.substr(space, colon - space)), low = whole_number(bits.substr(colon + 1));
  return high && low ? static_cast<unsigned>(*high - *low + 1) : 1;
}

}  // namespace

std::vector<FieldAssignment> parse_assignments(const std::vector<std::string>& texts) {
  std::vector<FieldAssignment> all;
  for (const std::string& text : texts) {
    FieldAssignment next = parse_assignment(text);
    const std::string key = field_key(next.name);
    for (const FieldAssignment& other : all)
      if (field_key(other.name) == key)
        throw Error{ExitCode::kUsage,
                    Diagnostic{.problem = next.name + " is given twice", .hint = other.value + " and " + next.value}};
    all.push_back(std::move(next));
  }
  return all;
}

void require_held(std::span<const FieldValue> fields, const FieldAssignment& assignment) {
  const std::string key = field_key(assignment.name);
  const auto field = std::find_if(fields.begin(), fields.end(), [&](const FieldValue& one) { return one.key == key; });
  if (field == fields.end()) return;
  const auto asked = whole_number(assignment.value), held = whole_number(field->value);
  // A name or a fraction shows no number; the code of a name is what is stored.
  if (!asked || *asked == field->raw || *asked == held) return;
  const std::uint64_t most = ~std::uint64_t{0} >> (64 - width_of(field->bits));
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = field->name + " (" + field->bits + ") cannot hold " + assignment.value,
                         .hint = "expected 0 to " + std::to_string(most)}};
}

}  // namespace texpipe::gen9
