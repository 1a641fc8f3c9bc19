#include "base/unit_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/spelling.h"

namespace texpipe {

namespace {

using Wide = unsigned __int128;
using Problem = std::optional<TextProblem>;

struct Unit {
  std::string_view name;
  std::uint64_t scale;  // base units
};

// The first unit is the base unit; printing takes the last one that fits.
constexpr Unit kByteSizeUnits[] = {
    {"B", 1},
    {"kB", 1'000},
    {"MB", 1'000'000},
    {"GB", 1'000'000'000},
    {"TB", 1'000'000'000'000},
    {"KiB", 1ull << 10},
    {"MiB", 1ull << 20},
    {"GiB", 1ull << 30},
    {"TiB", 1ull << 40},
};
constexpr Unit kFrequencyUnits[] = {{"Hz", 1}, {"kHz", 1'000}, {"MHz", 1'000'000}, {"GHz", 1'000'000'000}};
constexpr Unit kTimeSpanUnits[] = {
    {"ps", 1}, {"ns", 1'000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}};
constexpr Unit kBandwidthUnits[] = {
    {"B/s", 1},
    {"kB/s", 1'000},
    {"MB/s", 1'000'000},
    {"GB/s", 1'000'000'000},
    {"TB/s", 1'000'000'000'000},
    {"KiB/s", 1ull << 10},
    {"MiB/s", 1ull << 20},
    {"GiB/s", 1ull << 30},
    {"TiB/s", 1ull << 40},
};
constexpr Unit kCycleUnits[] = {{"cycles", 1}, {"cycle", 1}};

template <const auto& units>
std::span<const std::string_view> names_of() {
  static const auto names = [] {
    std::array<std::string_view, std::size(units)> result;
    for (std::size_t i = 0; i < std::size(units); ++i) result[i] = units[i].name;
    return result;
  }();
  return names;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string quoted(std::string_view text) {
  std::string result{'\''};
  result += text;
  return result += '\'';
}

/// An unsigned decimal number, exactly: digits / 10^fraction.
struct Decimal {
  Wide digits = 0;
  int fraction = 0;
};

/// Reads a decimal number from the front of `text` and removes it. Nothing when there is none, when it starts with a
/// superfluous zero, or when it has more than 24 digits (`problem` says which).
std::optional<Decimal> take_decimal(std::string_view& text, std::string& problem) {
  std::size_t length = 0;
  Decimal number;
  bool point = false;
  int digits = 0;
  for (; length < text.size() && (is_digit(text[length]) || (text[length] == '.' && !point)); ++length) {
    if (text[length] == '.') {
      point = true;
      continue;
    }
    number.digits = number.digits * 10 + static_cast<unsigned>(text[length] - '0');
    if (point) ++number.fraction;
    if (++digits > 24) return problem = "too many digits", std::nullopt;
  }
  const std::string_view written = text.substr(0, length);
  if (digits == 0 || written.front() == '.' || written.back() == '.') return problem = "not a number", std::nullopt;
  if (written.size() > 1 && written[0] == '0' && written[1] != '.') return problem = "leading zero", std::nullopt;
  text.remove_prefix(length);
  return number;
}

/// A decimal times a scale as a whole number; nothing when it is not whole or leaves 64 bits (`problem` says which).
std::optional<std::uint64_t> whole(Decimal number, std::uint64_t scale, std::string& problem) {
  // digits < 10^24 < 2^80 and scale < 2^48: the product fits 128 bits.
  Wide value = number.digits * scale;
  for (int i = 0; i < number.fraction; ++i) {
    if (value % 10 != 0) return problem = "not a whole number", std::nullopt;
    value /= 10;
  }
  if (value > std::numeric_limits<std::uint64_t>::max()) return problem = "too large", std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::string unit_list(std::span<const Unit> units) {
  std::string list;
  for (const Unit& unit : units) list += (list.empty() ? "" : ", ") + std::string{unit.name};
  return list;
}

/// Suggestion of the units that the writer of an unknown one may have meant. `KB` and `K` are two things to two people:
/// both readings are offered, that of memories first.
std::string unit_hint(std::string_view written, std::span<const Unit> units) {
  constexpr std::string_view kMicroSign = "\xc2\xb5", kMu = "\xce\xbc";
  std::vector<std::string_view> names;
  for (const Unit& unit : units) names.push_back(unit.name);
  if (written == "K" || written == "k" || written == "M" || written == "G" || written == "T") {
    const char letter = static_cast<char>(written[0] & ~0x20);
    const std::string binary_unit{letter, 'i', 'B'};
    const auto binary =
        std::find_if(names.begin(), names.end(), [&](std::string_view name) { return name.starts_with(binary_unit); });
    if (binary != names.end())
      return "did you mean " + std::string{*binary} + " (powers of 1024) or " + (letter == 'K' ? 'k' : letter) +
             std::string{binary->substr(2)} + " (of 1000)?";
  }
  for (const std::string_view sign : {kMicroSign, kMu}) {
    if (written.starts_with(sign)) return spelling_hint('u' + std::string{written.substr(sign.size())}, names);
  }
  std::string likely;
  for (const Unit& unit : units) {
    if (written.size() <= 2 && edit_distance(written, unit.name) <= 1 && (written[0] | 32) == (unit.name[0] | 32)) {
      likely += (likely.empty() ? "did you mean " : " or ") + std::string{unit.name};
    }
  }
  if (!likely.empty()) return likely + "?";
  return spelling_hint(written, names);
}

Problem parse_with_units(std::string_view text, std::string_view what, std::span<const Unit> units, bool unit_optional,
                         std::uint64_t& value) {
  std::string_view rest = text;
  std::string problem;
  if (text.starts_with('-')) return TextProblem{quoted(text) + " is negative", "expected " + std::string{what}};
  const auto number = take_decimal(rest, problem);
  if (!number) {
    return TextProblem{quoted(text) + " is not " + std::string{what} + " (" + problem + ")",
                       "expected a number with one of the units " + unit_list(units)};
  }
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  const Unit* found = nullptr;
  for (const Unit& unit : units) {
    if (unit.name == rest) found = &unit;
  }
  if (rest.empty() && unit_optional) found = &units[0];
  if (rest.empty() && !found) return TextProblem{quoted(text) + " has no unit", "expected one of " + unit_list(units)};
  if (!found && rest.size() > 1 && rest[0] == ',' && is_digit(rest[1])) {
    std::string with_point{text};
    with_point[text.size() - rest.size()] = '.';
    return TextProblem{quoted(text) + " has a comma", "did you mean " + with_point + "?"};
  }
  if (!found) {
    return TextProblem{quoted(rest) + " is not a unit of " + std::string{what.substr(what.find(' ') + 1)},
                       unit_hint(rest, units)};
  }
  const auto scaled = whole(*number, found->scale, problem);
  if (!scaled) return TextProblem{quoted(text) + " is " + problem + " in " + std::string{units[0].name}, ""};
  value = *scaled;
  return {};
}

template <class Q>
Problem parse_quantity(std::string_view text, std::string_view what, std::span<const Unit> units, Q& quantity,
                       bool unit_optional = false) {
  std::uint64_t value = 0;
  Problem problem = parse_with_units(text, what, units, unit_optional, value);
  if (!problem) quantity = Q{value};
  return problem;
}

std::string decimal_text(std::uint64_t value, std::uint64_t scale) {
  std::string text = std::to_string(value / scale);
  std::uint64_t rest = value % scale;
  if (rest == 0) return text;
  text += '.';
  while (rest != 0) {  // ends: decimal scales divide a power of ten
    scale /= 10;
    text += static_cast<char>('0' + rest / scale);
    rest %= scale;
  }
  return text;
}

/// The largest decimal unit that is not above the value, with as many fraction digits as it takes.
std::string with_decimal_unit(std::uint64_t value, std::span<const Unit> units) {
  const Unit* best = &units[0];
  for (const Unit& unit : units) {
    if (unit.scale <= value && unit.scale > best->scale) best = &unit;
  }
  return decimal_text(value, best->scale) + std::string{best->name};
}

/// The largest power-of-two unit that divides the value; nothing when there is none.
std::optional<std::string> with_binary_unit(std::uint64_t value, std::span<const Unit> units) {
  const Unit* best = nullptr;
  for (const Unit& unit : units) {
    if (unit.name.find('i') != std::string_view::npos && value != 0 && value % unit.scale == 0) best = &unit;
  }
  if (!best) return {};
  return std::to_string(value / best->scale) + std::string{best->name};
}

Problem parse_whole(std::string_view text, bool negative_allowed, std::uint64_t& magnitude, bool& negative) {
  const std::string shown = quoted(text);
  negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.starts_with("0x")) {
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), magnitude, 16);
    const bool complete = error == std::errc{} && end == text.data() + text.size() && text.size() > 2;
    if (complete) return {};
    return TextProblem{shown + " is not a whole number of 64 bits", ""};
  }
  std::string problem;
  const auto number = take_decimal(text, problem);
  if (!number) {
    const bool zero = problem == "leading zero";
    return TextProblem{shown + " is not a whole number (" + problem + ")",
                       zero ? "numbers are decimal; write it without the leading zero" : ""};
  }
  if (negative && !negative_allowed && number->digits != 0) return TextProblem{shown + " is negative", ""};
  std::uint64_t scale = 1;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.size() != 1 || !is_digit(text[0])) return TextProblem{shown + " is not a whole number", ""};
    for (int i = 0; i < text[0] - '0'; ++i) scale *= 10;
    text.remove_prefix(1);
  }
  if (!text.empty()) return TextProblem{shown + " is not a whole number", "it has no unit"};
  const auto value = whole(*number, scale, problem);
  if (!value) return TextProblem{shown + " is " + problem, "expected a whole number"};
  magnitude = *value;
  return {};
}

template <class Integer>
Problem parse_unsigned(std::string_view text, Integer& value) {
  std::uint64_t magnitude = 0;
  bool negative = false;
  if (Problem problem = parse_whole(text, false, magnitude, negative)) return problem;
  if (magnitude > std::numeric_limits<Integer>::max()) return TextProblem{quoted(text) + " is too large", ""};
  value = static_cast<Integer>(magnitude);
  return {};
}

}  // namespace

std::optional<TextProblem> parse_text(std::string_view text, bool& value) {
  if (text != "true" && text != "false")
    return TextProblem{quoted(text) + " is not a boolean", "expected true or false"};
  value = text == "true";
  return {};
}

std::optional<TextProblem> parse_text(std::string_view text, std::uint32_t& value) {
  return parse_unsigned(text, value);
}

std::optional<TextProblem> parse_text(std::string_view text, std::uint64_t& value) {
  return parse_unsigned(text, value);
}

std::optional<TextProblem> parse_text(std::string_view text, std::int32_t& value) {
  std::uint64_t magnitude = 0;
  bool negative = false;
  if (Problem problem = parse_whole(text, true, magnitude, negative)) return problem;
  const std::uint64_t limit = 0x7fff'ffffull + (negative ? 1 : 0);
  if (magnitude > limit) return TextProblem{quoted(text) + (negative ? " is too small" : " is too large"), ""};
  const auto wide = static_cast<std::int64_t>(magnitude);
  value = static_cast<std::int32_t>(negative ? -wide : wide);
  return {};
}

std::optional<TextProblem> parse_text(std::string_view text, double& value) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool complete = error == std::errc{} && end == text.data() + text.size();
  if (!complete || digits.empty() || !is_digit(digits[0]) || !std::isfinite(number)) {
    return TextProblem{quoted(text) + " is not a finite decimal number", ""};
  }
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) {
    return TextProblem{quoted(text) + " is not a number (leading zero)", "write it without the leading zero"};
  }
  value = number;
  return {};
}

std::optional<TextProblem> parse_text(std::string_view text, std::string& value) {
  value = text;
  return {};
}

std::optional<TextProblem> parse_text(std::string_view text, Cycles& value) {
  return parse_quantity(text, "a whole number of cycles", kCycleUnits, value, true);
}

std::optional<TextProblem> parse_text(std::string_view text, ByteSize& value) {
  return parse_quantity(text, "a size", kByteSizeUnits, value);
}

std::optional<TextProblem> parse_text(std::string_view text, Frequency& value) {
  return parse_quantity(text, "a frequency", kFrequencyUnits, value);
}

std::optional<TextProblem> parse_text(std::string_view text, TimeSpan& value) {
  return parse_quantity(text, "a time", kTimeSpanUnits, value);
}

std::optional<TextProblem> parse_text(std::string_view text, Bandwidth& value) {
  return parse_quantity(text, "a bandwidth", kBandwidthUnits, value);
}

std::string value_text(bool value) {
  return value ? "true" : "false";
}

std::string value_text(std::uint32_t value) {
  return std::to_string(value);
}

std::string value_text(std::uint64_t value) {
  return std::to_string(value);
}

std::string value_text(std::int32_t value) {
  return std::to_string(value);
}

std::string value_text(double value) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

std::string value_text(const std::string& value) {
  return value;
}

std::string value_text(Cycles value) {
  return std::to_string(value.value());
}

std::string value_text(ByteSize value) {
  if (const auto text = with_binary_unit(value.value(), kByteSizeUnits)) return *text;
  return with_decimal_unit(value.value(), std::span{kByteSizeUnits}.first(5));
}

std::string value_text(Frequency value) {
  return with_decimal_unit(value.value(), kFrequencyUnits);
}

std::string value_text(TimeSpan value) {
  return with_decimal_unit(value.value(), kTimeSpanUnits);
}

std::string value_text(Bandwidth value) {
  return with_decimal_unit(value.value(), std::span{kBandwidthUnits}.first(5));
}

std::string value_text(ByteAddress value) {
  char text[20] = "0x";
  const auto [end, error] = std::to_chars(text + 2, text + sizeof text, value.value(), 16);
  return {text, end};
}

std::span<const std::string_view> unit_names(Cycles) {
  return names_of<kCycleUnits>();
}

std::span<const std::string_view> unit_names(ByteSize) {
  return names_of<kByteSizeUnits>();
}

std::span<const std::string_view> unit_names(Frequency) {
  return names_of<kFrequencyUnits>();
}

std::span<const std::string_view> unit_names(TimeSpan) {
  return names_of<kTimeSpanUnits>();
}

std::span<const std::string_view> unit_names(Bandwidth) {
  return names_of<kBandwidthUnits>();
}

}  // namespace texpipe
