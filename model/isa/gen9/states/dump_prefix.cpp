#include "isa/gen9/states/dump_prefix.h"

#include <algorithm>

#include "isa/gen9/states/dump_line.h"

namespace texpipe::gen9 {

namespace {

constexpr std::string_view kDecimals = "0123456789";
constexpr std::size_t kMostLineDigits = 7;  // of a line's number; addresses have more digits, or 0x

std::size_t decimals_of(std::string_view text) {
  return std::min(text.find_first_not_of(kDecimals), text.size());
}

/// `0x00010040: ` and `00010040 : `, with a number behind.
bool begins_with_address(std::string_view text) {
  const std::string_view number = leading_number(text);
  if (number.size() < (has_hexadecimal_prefix(number) ? 3 : kMostLineDigits)) return false;
  const std::string_view behind = trimmed_dump_text(text.substr(number.size()));
  return behind.starts_with(':') && !leading_number(trimmed_dump_text(behind.substr(1))).empty();
}

std::string_view behind_quotes(std::string_view text) {
  while (text.starts_with('>')) text = trimmed_dump_text(text.substr(1));
  if (text.size() > 1 && text[0] == '+' && (is_dump_blank(text[1]) || is_hexadecimal_digit(text[1])))
    text = trimmed_dump_text(text.substr(1));
  return text;
}

/// Behind `FILE:12:`, `12:`, `12-` and `12  `, where an address follows.
std::string_view behind_line_number(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t digits = decimals_of(text.substr(at));
    const std::size_t end = at + digits;
    if (digits > 0 && digits <= kMostLineDigits && end < text.size()) {
      const bool marked = text[end] == ':' || text[end] == '-';
      const std::string_view rest = trimmed_dump_text(text.substr(end + 1));
      if ((marked || (at == 0 && is_dump_blank(text[end]))) && begins_with_address(rest)) return rest;
    }
    const std::size_t mark = text.find_first_of(":-", at);
    if (mark == std::string_view::npos) return text;
    at = mark + 1;
  }
  return text;
}

/// Behind `i915 0000:00:02.0: `; empty: there is no name of a device.
std::string_view behind_device(std::string_view text) {
  constexpr std::string_view kForm = "....:..:..._: ";  // . a digit, _ a digit behind a point
  for (std::size_t at = 0; at + kForm.size() <= text.size(); ++at) {
    const auto is_at = [&](std::size_t i) {
      const char c = text[at + i];
      return kForm[i] == '.'   ? (i == 10 ? c == '.' : is_hexadecimal_digit(c))
             : kForm[i] == '_' ? is_hexadecimal_digit(c)
                               : c == kForm[i];
    };
    std::size_t same = 0;
    while (same < kForm.size() && is_at(same)) ++same;
    if (same == kForm.size()) return text.substr(at + kForm.size());
  }
  return {};
}

/// From the address on that the kernel's print_hex_dump() writes behind a text of its caller.
std::string_view from_address(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const bool address =
        word.size() >= kWordDigits + 1 && word.back() == ':' && plain_number(word.substr(0, word.size() - 1));
    if (address && begins_with_address(text.substr(at))) return text.substr(at);
    at = std::min(text.find_first_not_of(" \t", end), text.size());
  }
  return text;
}

std::string_view behind_log(std::string_view text) {
  constexpr std::string_view kJournal = " kernel: ";
  bool is_log = false;
  if (const std::size_t journal = text.find(kJournal); journal != std::string_view::npos) {
    text.remove_prefix(journal + kJournal.size());
    is_log = true;
  }
  if (text.size() > 2 && text[0] == '<' && decimals_of(text.substr(1, 1)) == 1 && text[2] == '>') text.remove_prefix(3);
  const std::size_t close = text.starts_with('[') ? text.find(']') : std::string_view::npos;
  if (close != std::string_view::npos) {
    const std::string_view time = trimmed_dump_text(text.substr(1, close - 1));
    const bool is_time =
        time.find('.') != std::string_view::npos && time.find_first_not_of("0123456789.") == std::string_view::npos;
    if (is_time) {
      text = trimmed_dump_text(text.substr(close + 1));
      is_log = true;
    }
  }
  if (const std::string_view behind = behind_device(text); !behind.empty()) {
    text = trimmed_dump_text(behind);
    is_log = true;
  }
  return is_log ? from_address(text) : text;
}

}  // namespace

std::string_view behind_line_prefix(std::string_view text) {
  return behind_log(behind_line_number(behind_quotes(text)));
}

void write_repeats_out(std::string& text) {
  constexpr std::string_view kOpen = " <repeats ", kClose = " times>";
  constexpr std::size_t kMostLetters = 16 << 20;
  for (std::size_t open = text.find(kOpen); open != std::string::npos; open = text.find(kOpen, open)) {
    const std::size_t close = text.find(kClose, open);
    if (close == std::string::npos) return;
    const std::string_view digits = std::string_view{text}.substr(open + kOpen.size(), close - open - kOpen.size());
    const auto times = number_of_digits(digits, 10);
    const std::size_t begin = text.find_last_of(" \t,{([", open - 1) + 1;
    const std::string number = text.substr(begin, open - begin);
    if (!times || *times == 0 || number.empty() || *times > kMostLetters / (number.size() + 2)) return;
    std::string all = number;
    for (std::uint64_t i = 1; i < *times; ++i) all += ", " + number;
    text.replace(begin, close + kClose.size() - begin, all);
    open = begin + all.size();
  }
}

}  // namespace texpipe::gen9
