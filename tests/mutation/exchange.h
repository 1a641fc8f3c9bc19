// Rows of an enumeration that scripts/exchange_rows.py exchanges in what carries their behaviour out.
#pragma once

#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace exchanged {

/// The value, or its neighbour if EXCHANGED_ROWS names both, as `3D_Logic_Op_Function 3 4`.
inline unsigned chosen(const char* enumeration, unsigned value) {
  static const char* const text = std::getenv("EXCHANGED_ROWS");
  const std::size_t length = std::strlen(enumeration);
  if (text == nullptr || std::strncmp(text, enumeration, length) != 0 || text[length] != ' ') return value;
  char* end = nullptr;
  const auto one = static_cast<unsigned>(std::strtoul(text + length, &end, 10));
  const auto other = static_cast<unsigned>(std::strtoul(end, nullptr, 10));
  return value == one ? other : value == other ? one : value;
}

template <class Value>
constexpr Value row(const char* enumeration, Value value) {
  if (std::is_constant_evaluated()) return value;
  return static_cast<Value>(chosen(enumeration, static_cast<unsigned>(value)));
}

}  // namespace exchanged
