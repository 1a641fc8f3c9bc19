// Decimal numbers in texts, exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texpipe {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A text as messages show it.
inline std::string quoted(std::string_view text) {
  std::string result{'\''};
  result += text;
  return result += '\'';
}

/// An unsigned decimal number, exactly: digits / 10^fraction.
struct Decimal {
  unsigned __int128 digits = 0;
  int fraction = 0;
};

/// Reads a decimal number from the front of `text` and removes it. Nothing when there is none, when it starts with a
/// superfluous zero, or when it has more than 24 digits (`problem` says which).
std::optional<Decimal> take_decimal(std::string_view& text, std::string& problem);

/// A decimal times a scale as a whole number; nothing when it is not whole or leaves 64 bits (`problem` says which).
std::optional<std::uint64_t> whole(Decimal number, std::uint64_t scale, std::string& problem);

}  // namespace texpipe
