#include "base/unit_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

#include "base/decimal.h"
#include "base/spelling.h"

namespace texpipe {

namespace {

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
  const bool bits = written.size() > 1 && (written.find("bit") != std::string_view::npos || written.ends_with('b') ||
                                           written.find("b/") != std::string_view::npos || written.ends_with("bps"));
  if (bits && names.front().starts_with('B')) return spelling_hint(written, names) + " units count bytes, not bits";
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
  if (text.starts_with("0x") || text.starts_with("0X"))
    return TextProblem{quoted(text) + " is hexadecimal",
                       "expected a decimal number with one of the units " + unit_list(units)};
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

}  // namespace

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
