#include "isa/gen9/bit_field.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace texpipe::gen9 {

namespace {

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llX", static_cast<unsigned long long>(value));
  return text;
}

std::string where(const FieldPlace& place) {
  return std::string{place.structure} + ": " + std::string{place.field} + " (" + place.bits + ")";
}

/// Decimal, 0x or 0b number; false when the text is none.
bool parse_integer(std::string_view text, std::uint64_t& value) {
  const bool negative = text.starts_with('-');
  std::string_view digits = negative ? text.substr(1) : text;
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) base = 16;
  if (digits.starts_with("0b") || digits.starts_with("0B")) base = 2;
  if (base != 10) digits.remove_prefix(2);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return false;
  if (negative) value = ~value + 1;
  return true;
}

std::string value_text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

}  // namespace

void refuse_field_code(const FieldPlace& place, std::uint64_t code, const EnumRows& rows) {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = where(place) + " holds " + hex(code) + ", which is reserved or not listed in " +
                                    std::string{rows.enumeration}}};
}

void refuse_field_value(const FieldPlace& place, std::int64_t value, std::int64_t low, std::int64_t high,
                        unsigned step) {
  std::string hint = "expected " + std::to_string(low) + " to " + std::to_string(high);
  if (step > 1) hint += " in steps of " + std::to_string(step);
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = where(place) + " cannot hold " + std::to_string(value), .hint = hint}};
}

void refuse_reserved_bits(std::string_view structure, unsigned dword, std::string_view dword_name, std::uint32_t bits) {
  std::string list;
  for (unsigned bit = 0; bit < 32; ++bit) {
    if ((bits >> bit & 1u) == 0) continue;
    if (!list.empty()) list += ", ";
    list += std::to_string(bit);
  }
  const std::string word = dword_name.empty() ? "DW" + std::to_string(dword) : std::string{dword_name};
  throw Error{ExitCode::kMalformedInput,
              std::string{structure} + ": reserved bits of " + word + " must be zero; set: " + list};
}

void refuse_absent_field(const FieldPlace& place) {
  throw Error{ExitCode::kMalformedInput, where(place) + " does not exist beside the other fields' values"};
}

void refuse_field_name(std::string_view structure, std::string_view name, std::span<const std::string_view> names) {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = std::string{structure} + " has no field \"" + std::string{name} + '"',
                         .hint = spelling_hint(name, names)}};
}

std::string field_key(std::string_view name) {
  std::string key;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!key.empty() && key.back() != '_') {
      key += '_';
    }
  }
  while (!key.empty() && key.back() == '_') key.pop_back();
  return key;
}

std::string field_bits(unsigned dword, unsigned high, unsigned low, std::string_view dword_name) {
  std::string text{dword_name};
  if (text.empty()) text = "DW" + std::to_string(dword);
  if (high > 31) text += "-" + std::to_string(dword + 1);
  text += " " + std::to_string(high);
  if (high != low) text += ":" + std::to_string(low);
  return text;
}

FieldAssignment parse_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw Error{ExitCode::kUsage,
                Diagnostic{.problem = "not an assignment: " + std::string{text}, .hint = "expected field=value"}};
  }
  return {std::string{text.substr(0, equals)}, std::string{text.substr(equals + 1)}};
}

namespace detail {

std::string value_text(std::uint64_t value, bool is_signed, bool is_boolean, unsigned fraction_bits,
                       unsigned field_width, const EnumRow* row) {
  if (row != nullptr && !row->name.empty()) return std::string{row->name};
  if (is_boolean) return value != 0 ? "true" : "false";
  if (fraction_bits > 0) {
    return value_text_of(static_cast<double>(static_cast<std::int64_t>(value)) /
                         static_cast<double>(1u << fraction_bits));
  }
  if (is_signed) return std::to_string(static_cast<std::int64_t>(value));
  return field_width >= 20 ? hex(value) : std::to_string(value);
}

std::uint64_t parse_value(const FieldPlace& place, std::string_view text, bool is_boolean, unsigned fraction_bits,
                          const EnumRows* rows, UnlistedCodes unlisted) {
  if (rows != nullptr) {
    if (const EnumRow* row = rows->find(text)) return row->value;
  }
  if (is_boolean && (text == "true" || text == "false")) return text == "true" ? 1 : 0;
  std::uint64_t value = 0;
  if (fraction_bits > 0) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const double scaled = number * (1u << fraction_bits);
    if (error == std::errc{} && end == text.data() + text.size() && std::fabs(scaled) < 1e9 &&
        scaled == std::floor(scaled)) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(scaled));
    }
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = where(place) + " cannot hold \"" + std::string{text} + '"',
                           .hint = "expected a multiple of 1/" + std::to_string(1u << fraction_bits)}};
  }
  const bool number = parse_integer(text, value);
  if (rows != nullptr) {
    const bool listed = number && rows->find(static_cast<std::uint32_t>(value)) != nullptr;
    if (listed || (number && unlisted == UnlistedCodes::kTaken)) return value;
    if (number) refuse_field_code(place, value, *rows);
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = where(place) + " has no value \"" + std::string{text} + '"',
                           .hint = spelling_hint(text, rows->names())}};
  }
  if (number && (!is_boolean || value <= 1)) return value;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = where(place) + " cannot hold \"" + std::string{text} + '"',
                         .hint = is_boolean ? "expected true or false" : "expected a number"}};
}

const EnumRow* named_row(const EnumRows& rows, std::uint64_t value) {
  const EnumRow* row = rows.find(static_cast<std::uint32_t>(value));
  return row != nullptr && row->value == value && rows.find(row->name) == row ? row : nullptr;
}

std::string numbers_text(const FieldNumbers& numbers) {
  if (numbers.is_boolean) return "true or false";
  const auto& [width, coding, is_signed, is_boolean, fraction_bits] = numbers;
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const double scale = std::ldexp(1.0, -static_cast<int>(fraction_bits));
  const auto number = [&](double bits) { return value_text_of(bits * scale); };
  const auto whole = [width = width](std::uint64_t value) { return width >= 20 ? hex(value) : std::to_string(value); };
  std::string text;
  if (is_signed) {
    text = number(-static_cast<double>(mask / 2 + 1)) + " to " + number(static_cast<double>(mask / 2));
  } else if (fraction_bits > 0) {
    text = "0 to " + number(static_cast<double>(mask));
  } else {
    text = std::to_string(std::uint64_t{coding.bias} << coding.shift) + " to " +
           whole((mask + coding.bias) << coding.shift);
  }
  if (fraction_bits > 0) text += " in steps of 1/" + std::to_string(1u << fraction_bits);
  if (coding.shift > 0) text += " in steps of " + std::to_string(1u << coding.shift);
  if (coding.bias > 0 && coding.shift > 0) return text + ": (bits + 1) * " + std::to_string(1u << coding.shift);
  if (coding.bias > 0) return text + ": bits + 1";
  if (coding.shift > 0) return text + ": bits * " + std::to_string(1u << coding.shift);
  return text;
}

std::string reserved_text(const EnumRows& rows) {
  return "reserved, or not listed in " + std::string{rows.enumeration};
}

}  // namespace detail

}  // namespace texpipe::gen9
