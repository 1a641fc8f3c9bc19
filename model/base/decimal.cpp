#include "base/decimal.h"

#include <limits>

namespace texpipe {

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

std::optional<std::uint64_t> whole(Decimal number, std::uint64_t scale, std::string& problem) {
  // digits < 10^24 < 2^80 and scale < 2^48: the product fits 128 bits.
  unsigned __int128 value = number.digits * scale;
  for (int i = 0; i < number.fraction; ++i) {
    if (value % 10 != 0) return problem = "not a whole number", std::nullopt;
    value /= 10;
  }
  if (value > std::numeric_limits<std::uint64_t>::max()) return problem = "too large", std::nullopt;
  return static_cast<std::uint64_t>(value);
}

}  // namespace texpipe
