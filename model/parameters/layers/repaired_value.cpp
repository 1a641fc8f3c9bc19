#include "parameters/layers/repaired_value.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

#include "base/decimal.h"

namespace texpipe::study {

namespace {

struct Repair {
  std::string text;
  std::string_view reason = {};
};

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string{text.substr(first, text.find_last_not_of(" \t") - first + 1)};
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string without_quotes(std::string text) {
  for (const std::string_view quote : {"\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x9e", "\xe2\x80\x98", "\xe2\x80\x99",
                                       "\xc2\xab", "\xc2\xbb", "\"", "'", "`"})
    text = replaced(std::move(text), quote, "");
  return text;
}

/// `8x8` of `8*8`, `8 by 8` and others.
std::string with_times(std::string text) {
  for (const std::string_view sign : {"\xc3\x97", "*", "X", " by ", ",", "/"})
    text = replaced(std::move(text), sign, "x");
  return replaced(std::move(text), " ", "");
}

/// Digits without separators: `16_384`, `16'384`, `16 384` and `16,384`.
std::string without_separators(std::string_view text) {
  std::string digits;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool separator = text[at] == '_' || text[at] == '\'' || text[at] == ',' || text[at] == ' ';
    const bool before = at > 0 && is_digit(text[at - 1]);
    const auto digit = [&](std::size_t place) { return place < text.size() && is_digit(text[place]); };
    if (separator && before && digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4)) continue;
    digits += text[at];
  }
  return digits;
}

/// `16384B` of `0x4000B`; a unit may not begin with a hexadecimal digit but B.
std::string as_decimal(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return {};
  std::uint64_t value = 0;
  std::string_view digits = text.substr(2);
  digits = digits.substr(0, digits.find_first_of("BkKMGTH"));
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (error != std::errc{} || end != digits.data() + digits.size()) return {};
  return std::to_string(value) + std::string{text.substr(2 + digits.size())};
}

/// `10000B` of `1e4B`.
std::string without_exponent(std::string_view text) {
  const std::size_t mark = text.find_first_of("eE");
  if (mark == 0 || mark == std::string_view::npos) return {};
  int power = 0;
  const char* const begin = text.data() + mark + 1 + (text.substr(mark + 1).starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), power);
  std::string problem;
  std::string_view number = text.substr(0, mark);
  const auto value = take_decimal(number, problem);
  if (error != std::errc{} || power < 0 || power > 18 || !value || !number.empty()) return {};
  std::uint64_t scale = 1;
  for (int i = 0; i < power; ++i) scale *= 10;
  const auto product = whole(*value, scale, problem);
  return product ? std::to_string(*product) + std::string{end, text.data() + text.size()} : std::string{};
}

/// `true` of `yes`, `On` and `1`; `false` of their opposites.
std::string as_boolean(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const std::string_view word : {"true", "yes", "on", "1", "y", "t", "enabled", "enable"})
    if (text == word) return "true";
  for (const std::string_view word : {"false", "no", "off", "0", "n", "f", "disabled", "disable", "none"})
    if (text == word) return "false";
  return {};
}

std::vector<Repair> repairs_of(std::string_view text) {
  std::vector<Repair> repairs;
  const auto add = [&](std::string repair, std::string_view reason = {}) {
    if (!repair.empty() && repair != text) repairs.push_back({std::move(repair), reason});
  };
  add(trimmed(text));
  std::string bare{text};
  bare.erase(bare.find_last_not_of(" \t,;") + 1);
  add(bare, "a line of YAML ends without comma or semicolon");
  add(trimmed(text.substr(0, text.find('#'))), "a comment begins with a blank and #");
  add(trimmed(text.substr(0, text.find("//"))), "comments begin with #");
  add(without_quotes(std::string{text}), "quotes are \" or '");
  add(without_separators(text));
  add(as_decimal(text), "numbers with a unit are decimal");
  add(without_exponent(text), "numbers with a unit have no exponent");
  if (text.starts_with('+')) add(std::string{text.substr(1)});
  add(with_times(trimmed(text)));
  if (text.starts_with('[') && text.ends_with(']')) add(with_times(trimmed(text.substr(1, text.size() - 2))));
  return repairs;
}

}  // namespace

std::string repaired_value_hint(const Field& field, std::string_view text) {
  std::vector<Repair> repairs = repairs_of(text);
  if (field.type == FieldType::kBoolean) repairs.push_back({as_boolean(trimmed(text)), {}});
  for (const Repair& repair : repairs) {
    if (repair.text.empty() || field.assign(repair.text)) continue;
    const std::string reason = repair.reason.empty() ? "" : ' ' + std::string{repair.reason};
    return "did you mean " + repair.text + '?' + reason;
  }
  return {};
}

}  // namespace texpipe::study
