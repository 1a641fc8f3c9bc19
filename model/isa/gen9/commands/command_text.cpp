#include "isa/gen9/commands/command_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "isa/gen9/commands/base_commands.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/mi_commands.h"

namespace texpipe::gen9 {

namespace {

// Numbers of wide fields, which may be counts or patterns of bits, are shown in hexadecimal from here on.
constexpr unsigned kWide = 20;
constexpr std::uint64_t kLeastHexadecimal = 100'000;

/// A field where it stands in the words, with the structures and numbers before it.
struct PlacedField {
  const CommandField* field = nullptr;
  std::string key;
  std::string name;
  std::size_t bit = 0;  // from the first word on

  unsigned width() const { return field->high - field->low + 1u; }
  bool enumerated() const { return field->values != nullptr; }
};

std::string number_text(unsigned n) {
  return '[' + std::to_string(n) + ']';
}

/// Number that the first of a field's repetitions has: fields of its name may stand before it.
unsigned first_number(const CommandLayout& layout, const CommandField& field) {
  unsigned before = 0;
  for (const CommandField* other = layout.fields.data(); other != &field; ++other) before += other->name == field.name;
  return before;
}

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

FieldBits bits_at(const PlacedField& placed) {
  FieldBits bits = place_of(CommandLayout{}, *placed.field);
  // Structures stand at any bit: the place counts from the first word on.
  bits.dword = 0;
  bits.high = static_cast<std::uint16_t>(placed.width() - 1);
  bits.low = 0;
  bits.stride = 1;
  return bits;
}

std::uint64_t value_of(std::span<const std::uint32_t> words, const PlacedField& placed) {
  return read_field(words, bits_at(placed), static_cast<unsigned>(placed.bit));
}

std::string place_text(const PlacedField& placed) {
  const auto low = static_cast<unsigned>(placed.bit % 32);
  return field_bits(static_cast<unsigned>(placed.bit / 32), low + placed.width() - 1, low);
}

std::string hex(std::uint64_t value) {
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(value));
  return text.data();
}

bool is_fraction(FieldKind kind) {
  return kind == FieldKind::kFloat || kind == FieldKind::kUnsignedFixed || kind == FieldKind::kSignedFixed;
}

bool is_signed(FieldKind kind) {
  return kind == FieldKind::kSigned || kind == FieldKind::kSignedFixed;
}

/// The shortest text that reads as this number again.
template <class Number>
std::string shortest(Number number) {
  std::array<char, 64> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end};
}

std::string text_of(const PlacedField& placed, std::uint64_t value) {
  const CommandField& f = *placed.field;
  if (placed.enumerated()) {
    const EnumRows rows = f.values();
    const EnumRow* row = rows.find(static_cast<std::uint32_t>(value));
    // A name that another value has, too, would be read as that.
    if (row != nullptr && rows.find(row->name) == row && row->value == value) return std::string{row->name};
    return hex(value);
  }
  switch (f.kind) {
    case FieldKind::kBoolean:
      return value != 0 ? "true" : "false";
    case FieldKind::kAddress:
    case FieldKind::kOffset:
      return hex(value);
    case FieldKind::kFloat: {
      const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(value));
      return std::isnan(number) ? hex(value) : shortest(number);
    }
    case FieldKind::kUnsignedFixed:
    case FieldKind::kSignedFixed:
      return shortest(std::ldexp(static_cast<double>(static_cast<std::int64_t>(value)), -f.fraction_bits));
    case FieldKind::kSigned:
      return std::to_string(static_cast<std::int64_t>(value));
    default:
      return placed.width() >= kWide && value >= kLeastHexadecimal ? hex(value) : std::to_string(value);
  }
}

std::string unit_of(const PlacedField& placed) {
  if (placed.enumerated()) return {};
  if (placed.field->kind == FieldKind::kAddress) return "address";
  if (placed.field->kind == FieldKind::kOffset) return "bytes";
  return {};
}

[[noreturn]] void refuse(const CommandLayout& layout, const PlacedField& placed, const std::string& text,
                         const std::string& hint) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = std::string{layout.name} + ": " + placed.name + " (" +
                                                               place_text(placed) + ") cannot hold \"" + text + '"',
                                                    .hint = hint}};
}

/// Whole number of a text; `negative` tells its sign.
struct Integer {
  std::uint64_t magnitude = 0;
  bool negative = false;
};

std::optional<Integer> parse_integer(std::string_view text) {
  Integer number{.negative = text.starts_with('-')};
  if (number.negative) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) base = 16;
  if (text.starts_with("0b") || text.starts_with("0B")) base = 2;
  if (base != 10) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.magnitude, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<double> parse_real(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

/// Least and largest number of a field, and the step between numbers.
std::string range_hint(const PlacedField& placed) {
  const unsigned width = placed.width();
  const CommandField& f = *placed.field;
  const bool sign = is_signed(f.kind);
  if (is_fraction(f.kind)) {
    const double scale = std::ldexp(1.0, -f.fraction_bits);
    const double most = static_cast<double>(mask_of(sign ? width - 1 : width)) * scale;
    return "expected a multiple of 1/" + std::to_string(1u << f.fraction_bits) + " from " +
           (sign ? shortest(-most - scale) : "0") + " to " + shortest(most);
  }
  if (sign) {
    const auto most = static_cast<std::int64_t>(mask_of(width - 1));
    return "expected " + std::to_string(-most - 1) + " to " + std::to_string(most);
  }
  if (f.kind == FieldKind::kAddress || f.kind == FieldKind::kOffset) {
    const std::uint64_t step = std::uint64_t{1} << placed.bit % 32;
    return "expected 0 to " + hex(mask_of(width) * step) + (step > 1 ? " in steps of " + std::to_string(step) : "");
  }
  return "expected 0 to " + (width >= kWide ? hex(mask_of(width)) : std::to_string(mask_of(width)));
}

std::uint64_t parse_fraction(const CommandLayout& layout, const PlacedField& placed, const std::string& text) {
  const CommandField& f = *placed.field;
  const std::optional<double> number = parse_real(text);
  if (f.kind == FieldKind::kFloat) {
    if (!number) refuse(layout, placed, text, "expected a number");
    // Read as a float at once: by way of a double it would be rounded twice.
    float single = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), single);
    if (error != std::errc{}) refuse(layout, placed, text, "expected a number that a 32-bit float can hold");
    return std::bit_cast<std::uint32_t>(single);
  }
  const double scaled = number ? std::ldexp(*number, f.fraction_bits) : 0.5;
  const bool sign = is_signed(f.kind);
  const double most = static_cast<double>(mask_of(sign ? placed.width() - 1 : placed.width()));
  if (scaled != std::floor(scaled) || scaled > most || scaled < (sign ? -most - 1 : 0))
    refuse(layout, placed, text, range_hint(placed));
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(scaled));
}

std::uint64_t parse(const CommandLayout& layout, const PlacedField& placed, const std::string& text) {
  const CommandField& f = *placed.field;
  if (placed.enumerated()) {
    const EnumRows rows = f.values();
    if (const EnumRow* row = rows.find(std::string_view{text})) return row->value;
    if (!parse_integer(text)) refuse(layout, placed, text, spelling_hint(text, rows.names()));
  }
  if (f.kind == FieldKind::kBoolean) {
    if (text == "true" || text == "1") return 1;
    if (text == "false" || text == "0") return 0;
    refuse(layout, placed, text, "expected true or false");
  }
  const std::optional<Integer> integer = parse_integer(text);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (is_fraction(f.kind) && !hexadecimal) return parse_fraction(layout, placed, text);
  if (!integer) refuse(layout, placed, text, "expected a number");
  const unsigned shift = f.kind == FieldKind::kAddress || f.kind == FieldKind::kOffset ? placed.bit % 32 : 0;
  const std::uint64_t magnitude = integer->magnitude, mask = mask_of(placed.width());
  const bool sign = is_signed(f.kind) && !(is_fraction(f.kind) && hexadecimal);
  const std::uint64_t most = (sign ? mask >> 1 : mask) + (integer->negative ? 1 : 0);
  const bool whole = (magnitude & ((std::uint64_t{1} << shift) - 1)) == 0;
  if (!whole || magnitude >> shift > most || (integer->negative && !sign && magnitude != 0))
    refuse(layout, placed, text, range_hint(placed));
  return integer->negative ? ~magnitude + 1 : magnitude;
}

constexpr std::uint32_t kCountedInNineBits = 0x7917;  // 3DSTATE_SO_DECL_LIST

/// Bits of the first word that tell the length; 0: the command has one word, or it is no command.
std::uint32_t length_mask(const CommandLayout& layout) {
  const std::uint32_t opcode = layout.opcode.value;
  if (layout.opcode.mask == 0 || command_length(opcode) == command_length(opcode | 1)) return 0;
  return opcode >> 16 == kCountedInNineBits ? 0x1FF : 0xFF;
}

void set_length(const CommandLayout& layout, std::vector<std::uint32_t>& words) {
  const std::uint32_t mask = length_mask(layout);
  if (mask != 0) words[0] = (words[0] & ~mask) | (static_cast<std::uint32_t>(words.size() - 2) & mask);
}

/// Commands whose usual length is not where their last field ends.
struct UsualLength {
  const CommandLayout* layout;
  unsigned dwords;
};
constexpr std::array kUsualLengths{UsualLength{&command::kHs, 9}, UsualLength{&command::kMiStoreDataImm, 4},
                                   UsualLength{&command::kMiStoreDataIndex, 3}, UsualLength{&command::kMiAtomic, 3}};

unsigned most_dwords(const CommandLayout& layout) {
  const std::uint32_t mask = length_mask(layout);
  if (layout.opcode.mask == 0) return kMostCommandWords;
  return mask == 0 ? 1 : mask + 2;
}

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
                      .value = text_of(placed, value),
                      .meaning = row != nullptr ? std::string{row->meaning} : unit_of(placed)});
  });
  return values;
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

unsigned usual_dwords(const CommandLayout& layout) {
  for (const UsualLength& usual : kUsualLengths) {
    if (usual.layout == &layout) return usual.dwords;
  }
  std::size_t bits = 32;
  for (const CommandField& f : layout.fields) {
    if (f.repeats == kToTheEnd) continue;
    bits = std::max(bits, f.dword * std::size_t{32} + f.high + 1 + std::size_t{f.repeats - 1u} * f.stride);
  }
  const auto dwords = static_cast<unsigned>((bits + 31) / 32);
  return length_mask(layout) != 0 ? std::max(dwords, 2u) : dwords;
}

std::vector<std::uint32_t> blank_words(const CommandLayout& layout, unsigned dwords) {
  const unsigned least = length_mask(layout) != 0 ? 2 : 1;
  if (dwords < least || dwords > most_dwords(layout)) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = std::string{layout.name} + " cannot have " + std::to_string(dwords) + " DWords",
                           .hint = "expected " + std::to_string(least) + " to " + std::to_string(most_dwords(layout))}};
  }
  std::vector<std::uint32_t> words(dwords);
  words[0] = layout.opcode.value;
  set_length(layout, words);
  return words;
}

void assign_field(const CommandLayout& layout, std::vector<std::uint32_t>& words, const FieldAssignment& assignment) {
  grow_for(layout, words, assignment.name);
  std::vector<std::string> keys;
  bool found = false;
  for_each_field(layout, words.size() * 32, [&](const PlacedField& placed) {
    keys.push_back(placed.key);
    if (found || placed.key != assignment.name) return;
    found = true;
    write_field(words, bits_at(placed), parse(layout, placed, assignment.value), static_cast<unsigned>(placed.bit));
  });
  if (!found) refuse_field_name(layout.name, assignment.name, std::vector<std::string_view>{keys.begin(), keys.end()});
}

}  // namespace texpipe::gen9
