#include "isa/gen9/commands/field_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace texpipe::gen9 {

namespace {

// Numbers of wide fields, which may be counts or patterns of bits, are shown in hexadecimal from here on.
constexpr unsigned kWide = 20;
constexpr std::uint64_t kLeastHexadecimal = 100'000;

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
    refuse(layout, placed, text, "expected " + numbers_text(placed));
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(scaled));
}

}  // namespace

std::string field_text(const PlacedField& placed, std::uint64_t value) {
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

std::string numbers_text(const PlacedField& placed) {
  const unsigned width = placed.width();
  const CommandField& f = *placed.field;
  const bool sign = is_signed(f.kind);
  if (f.kind == FieldKind::kBoolean) return "true or false";
  if (f.kind == FieldKind::kFloat) return "float32";
  if (is_fraction(f.kind)) {
    const double scale = std::ldexp(1.0, -f.fraction_bits);
    const double most = static_cast<double>(mask_of(sign ? width - 1 : width)) * scale;
    return "a multiple of 1/" + std::to_string(1u << f.fraction_bits) + " from " +
           (sign ? shortest(-most - scale) : "0") + " to " + shortest(most);
  }
  if (sign) {
    const auto most = static_cast<std::int64_t>(mask_of(width - 1));
    return std::to_string(-most - 1) + " to " + std::to_string(most);
  }
  if (f.kind == FieldKind::kAddress || f.kind == FieldKind::kOffset) {
    const std::uint64_t step = std::uint64_t{1} << placed.bit % 32;
    return "0 to " + hex(mask_of(width) * step) + (step > 1 ? " in steps of " + std::to_string(step) : "");
  }
  return "0 to " + (width >= kWide ? hex(mask_of(width)) : std::to_string(mask_of(width)));
}

std::uint64_t parse_field(const CommandLayout& layout, const PlacedField& placed, const std::string& text) {
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
    refuse(layout, placed, text, "expected " + numbers_text(placed));
  return integer->negative ? ~magnitude + 1 : magnitude;
}

}  // namespace texpipe::gen9
