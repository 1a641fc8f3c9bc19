#include "isa/gen9/commands/command_text.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "isa/gen9/commands/command_size.h"
#include "isa/gen9/commands/field_text.h"
#include "isa/gen9/commands/placed_field.h"

namespace texpipe::gen9 {

namespace {

/// Makes the words long enough for field `key` of those that repeat to the end; nothing when there is none.
void grow_for(const CommandLayout& layout, std::vector<std::uint32_t>& words, const std::string& key) {
  const std::size_t bracket = key.find('[');
  if (bracket == std::string::npos) return;
  const std::string_view stem = std::string_view{key}.substr(0, bracket);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(key.data() + bracket + 1, key.data() + key.size(), number);
  if (error != std::errc{} || end == key.data() + key.size() || *end != ']') return;
  for (const CommandField& f : layout.fields) {
    const unsigned first = first_number(layout, f);
    if (f.repeats != kToTheEnd || field_key(f.name) != stem || number < first) continue;
    const std::size_t bits = f.dword * std::size_t{32} + f.high + 1 + std::size_t{number - first} * f.stride;
    const std::size_t dwords = (bits + 31) / 32;
    if (dwords > words.size() && dwords <= most_dwords(layout)) {
      words.resize(dwords);
      set_length(layout, words);
    }
  }
}

}  // namespace

std::vector<FieldValue> field_values(const CommandLayout& layout, std::span<const std::uint32_t> words) {
  std::vector<FieldValue> values;
  for_each_field(layout, words.size() * 32, [&](const PlacedField& placed) {
    const std::uint64_t value = value_of(words, placed);
    FieldBits raw = bits_at(placed);
    raw.stays_in_place = raw.is_signed = false;
    const EnumRow* row = placed.enumerated() ? placed.field->values().find(static_cast<std::uint32_t>(value)) : nullptr;
    values.push_back({.key = placed.key,
                      .name = placed.name,
                      .bits = place_text(placed),
                      .raw = read_field(words, raw, static_cast<unsigned>(placed.bit)),
                      .value = field_text(placed, value),
                      .meaning = row != nullptr        ? std::string{row->meaning}
                                 : placed.enumerated() ? detail::reserved_text(placed.field->values())
                                                       : unit_of(placed),
                      .reserved = placed.enumerated() && row == nullptr});
  });
  return values;
}

std::vector<FieldFacts> field_facts(const CommandLayout& layout) {
  std::size_t bits = usual_dwords(layout) * std::size_t{32};
  for (const CommandField& f : layout.fields) bits = std::max(bits, f.dword * std::size_t{32} + f.high + 1);
  std::vector<FieldFacts> facts;
  for_each_field(layout, bits, [&](const PlacedField& placed) {
    facts.push_back({.key = placed.key,
                     .name = placed.name,
                     .bits = place_text(placed),
                     .meaning = unit_of(placed),
                     .holds = numbers_text(placed),
                     .rows = placed.enumerated() ? placed.field->values() : EnumRows{}});
  });
  return facts;
}

std::vector<std::uint32_t> reserved_bits(const CommandLayout& layout, std::span<const std::uint32_t> words) {
  std::vector<std::uint32_t> bits(words.begin(), words.end());
  if (!bits.empty()) bits[0] &= ~(layout.opcode.mask | length_mask(layout));
  for_each_field(layout, words.size() * 32, [&](const PlacedField& placed) {
    FieldBits place = bits_at(placed);
    place.stays_in_place = false;
    write_field(bits, place, 0, static_cast<unsigned>(placed.bit));
  });
  return bits;
}

void assign_field(const CommandLayout& layout, std::vector<std::uint32_t>& words, const FieldAssignment& assignment) {
  grow_for(layout, words, assignment.name);
  std::vector<std::string> keys;
  bool found = false;
  for_each_field(layout, words.size() * 32, [&](const PlacedField& placed) {
    keys.push_back(placed.key);
    if (found || placed.key != assignment.name) return;
    found = true;
    write_field(words, bits_at(placed), parse_field(layout, placed, assignment.value),
                static_cast<unsigned>(placed.bit));
  });
  if (!found) refuse_field_name(layout.name, assignment.name, std::vector<std::string_view>{keys.begin(), keys.end()});
}

}  // namespace texpipe::gen9
