// Numbers and quantities as people write them: `16KiB`, `1.05GHz`, `120ns`, `34.1GB/s`, `12cycles`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/quantity.h"

namespace texpipe {

/// Why a text is not a value, and what would be.
struct TextProblem {
  std::string problem;
  std::string hint;
};

/// Reads a value; `value` changes only on success, which is an empty result.
///
/// Whole numbers are decimal or `0x` hexadecimal; a leading zero is refused (octal to some readers), an exponent is
/// accepted when the number stays whole. Quantities need a unit, one space may stand before it, and the value must be a
/// whole number of base units (bytes, hertz, picoseconds, bytes per second, bytes per cycle): nothing is rounded. KiB,
/// MiB, GiB are powers of two, kB, MB, GB powers of ten. Cycles may stand without unit or as `12cycles`; addresses are
/// plain whole numbers. Booleans are `true` and `false`.
std::optional<TextProblem> parse_text(std::string_view text, bool& value);
std::optional<TextProblem> parse_text(std::string_view text, std::uint32_t& value);
std::optional<TextProblem> parse_text(std::string_view text, std::uint64_t& value);
std::optional<TextProblem> parse_text(std::string_view text, std::int32_t& value);
std::optional<TextProblem> parse_text(std::string_view text, double& value);
std::optional<TextProblem> parse_text(std::string_view text, std::string& value);
std::optional<TextProblem> parse_text(std::string_view text, Cycles& value);
std::optional<TextProblem> parse_text(std::string_view text, ByteSize& value);
std::optional<TextProblem> parse_text(std::string_view text, Frequency& value);
std::optional<TextProblem> parse_text(std::string_view text, TimeSpan& value);
std::optional<TextProblem> parse_text(std::string_view text, Bandwidth& value);

/// The shortest text with the largest fitting unit that reads back as the same value.
std::string value_text(bool value);
std::string value_text(std::uint32_t value);
std::string value_text(std::uint64_t value);
std::string value_text(std::int32_t value);
std::string value_text(double value);
std::string value_text(const std::string& value);
std::string value_text(Cycles value);
std::string value_text(ByteSize value);
std::string value_text(Frequency value);
std::string value_text(TimeSpan value);
std::string value_text(Bandwidth value);
std::string value_text(ByteAddress value);

/// Names of a quantity's units, base unit first; none for addresses.
std::span<const std::string_view> unit_names(Cycles);
std::span<const std::string_view> unit_names(ByteSize);
std::span<const std::string_view> unit_names(Frequency);
std::span<const std::string_view> unit_names(TimeSpan);
std::span<const std::string_view> unit_names(Bandwidth);

}  // namespace texpipe
