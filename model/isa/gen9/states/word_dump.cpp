#include "isa/gen9/states/word_dump.h"

#include <algorithm>
#include <charconv>

namespace texpipe::gen9 {

namespace {

constexpr std::size_t kWordDigits = 8;
constexpr std::size_t kLeastAddressDigits = 6;  // shorter ones are words such as `Face:`

bool is_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool has_prefix(std::string_view text) {
  return text.starts_with("0x") || text.starts_with("0X");
}

std::optional<std::uint64_t> number_of(std::string_view digits, int base = 16) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// Letters at the beginning that are hexadecimal digits, with 0x before them where it stands there.
std::string_view leading_number(std::string_view text) {
  std::size_t end = has_prefix(text) ? 2 : 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  return text.substr(0, end);
}

std::optional<std::uint64_t> plain_number(std::string_view text) {
  return number_of(has_prefix(text) ? text.substr(2) : text);
}

/// Words of five digits to the base 85 each, the highest first, from `!` on; `z` is zero.
std::vector<std::uint32_t> words_of_base_85(std::string_view text, SourcePosition place) {
  constexpr std::size_t kDigits = 5;
  constexpr std::uint64_t kBase = 85;
  const auto fail = [&](std::size_t at, std::string problem) {
    place.column = static_cast<int>(at) + 2;
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = place, .problem = "a packed error state, ascii85: " + std::move(problem)}};
  };
  std::vector<std::uint32_t> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == 'z') {
      words.push_back(0);
      ++at;
      continue;
    }
    if (text.size() - at < kDigits) fail(at, "ends within a word; the line may have been cut off");
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kDigits; ++i) {
      if (text[at + i] < '!' || text[at + i] >= static_cast<char>('!' + kBase)) fail(at + i, "no digit");
      word = word * kBase + static_cast<std::uint64_t>(text[at + i] - '!');
    }
    if (word > 0xFFFF'FFFF) fail(at, "more than 32 bits");
    words.push_back(static_cast<std::uint32_t>(word));
    at += kDigits;
  }
  return words;
}

/// Takes a dump's lines one after another.
class DumpReader {
 public:
  DumpReader(const std::string& file, InflateWords inflate) : file_{file}, inflate_{inflate} {}

  void take(std::string_view line, int number) {
    number_ = number;
    const std::string_view text = trimmed(line);
    if (text.empty()) return;
    if (text == "*") {
      repeats_ = true;
      return;
    }
    if ((text.front() == ':' || text.front() == '~') && text.size() > 1) return take_packed(text);
    if (take_heading(text)) return;
    take_words(text);
  }

  std::vector<DumpBlock> finish() {
    finish_bytes();
    if (blocks_.empty()) {
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.position = {file_, 1, 1},
                             .problem = "no words",
                             .hint = "expected lines such as 0x00010040:  0x23000000 : Dword 1, or of xxd, or words"}};
    }
    return std::move(blocks_);
  }

 private:
  /// A whole buffer in a line, which begins where the last heading says.
  void take_packed(std::string_view text) {
    const SourcePosition place{file_, number_, 1};
    const bool plain = text.front() == '~';
    if (!plain && inflate_ == nullptr)
      throw Error{ExitCode::kUnsupported, Diagnostic{.position = place, .problem = "a packed error state"}};
    std::vector<std::uint32_t> words = words_of_base_85(text.substr(1), place);
    if (!plain) words = inflate_(std::as_bytes(std::span{words}), place);
    finish_bytes();
    if (!words.empty()) blocks_.push_back({place, base_, std::move(words)});
  }

  /// `render ring --- batch = 0x00000000 fffe1000`, whose lines count from there.
  bool take_heading(std::string_view text) {
    const std::size_t dashes = text.find("--- ");
    const std::size_t equals = text.find(" = ", dashes == std::string_view::npos ? 0 : dashes);
    if (dashes == std::string_view::npos || equals == std::string_view::npos) return false;
    const std::string_view rest = trimmed(text.substr(equals + 3));
    const std::string_view high = leading_number(rest);
    const auto first = plain_number(high);
    if (!first) return false;
    const auto second = plain_number(leading_number(trimmed(rest.substr(high.size()))));
    base_ = second ? *first << 32 | (*second & 0xFFFF'FFFF) : *first;
    return true;
  }

  /// Rest of a line behind its address, which is noted; the whole line where it has none.
  std::string_view behind_address(std::string_view text) {
    address_.reset();
    colon_ = false;
    const std::string_view first = leading_number(text);
    const std::size_t digits = first.size() - (has_prefix(first) ? 2 : 0);
    std::string_view rest = text.substr(first.size());
    const auto number = plain_number(first);
    if (number && (digits >= kLeastAddressDigits || has_prefix(first))) {
      std::string_view behind = trimmed(rest);
      if (behind.starts_with('<')) behind = trimmed(behind.substr(std::min(behind.size(), behind.find('>') + 1)));
      if (behind.starts_with(':')) {
        behind = trimmed(behind.substr(1));
        // `0x78150009:  3DSTATE_PS` has no address.
        if (!leading_number(behind).empty()) {
          address_ = base_ + *number;
          colon_ = true;
          return behind;
        }
        return text;
      }
      if (!has_prefix(first) && !rest.empty() && is_blank(rest.front()))
        return behind_bare_address(text, behind, *number);
      if (!has_prefix(first) && rest.empty() && !blocks_.empty() && blocks_.back().address) end_ = true;
    }
    return behind_label(text);
  }

  /// `DW3: 0x23000000`, `dword[3] = 0x23000000`.
  static std::string_view behind_label(std::string_view text) {
    const std::size_t end = text.find_first_of(":=");
    if (end == std::string_view::npos || !(text.starts_with("DW") || text.starts_with("dw") || text.starts_with("Dw")))
      return text;
    const std::string_view label = trimmed(text.substr(0, end));
    const bool numbered = label.back() == ']' || (label.back() >= '0' && label.back() <= '9');
    return numbered ? trimmed(text.substr(end + 1)) : text;
  }

  /// hexdump and od write no colon: bytes, halves, or a short address before words.
  std::string_view behind_bare_address(std::string_view text, std::string_view rest, std::uint64_t number) {
    const std::size_t own = text.find_first_of(" \t");
    const std::string_view next = leading_number(rest);
    const bool bytes = next.size() == 2 || next.size() == 4;
    const bool words = next.size() == kWordDigits && own < kWordDigits;
    if (own < kLeastAddressDigits || (!bytes && !words)) return text;
    address_ = base_ + number;
    const auto octal = number_of(text.substr(0, own), 8);
    if (octal && *address_ != next_address() && base_ + *octal == next_address()) address_ = base_ + *octal;
    return rest;
  }

  std::uint64_t next_address() const {
    return blocks_.empty() || !blocks_.back().address ? base_
                                                      : *blocks_.back().address + blocks_.back().words.size() * 4;
  }

  void take_words(std::string_view text) {
    end_ = false;
    std::string_view rest = behind_address(text);
    if (end_) return close_repeats(base_ + *plain_number(text));
    rest = rest.substr(0, rest.find('|'));
    const std::vector<std::string_view> groups = groups_of(rest);
    if (groups.empty()) return;
    if (address_) close_repeats(*address_);
    begin_block();
    last_line_.clear();
    for (const std::string_view group : groups) append(group);
  }

  /// Numbers of equal width up to the first text that is none.
  std::vector<std::string_view> groups_of(std::string_view rest) {
    std::vector<std::string_view> groups;
    while (!rest.empty()) {
      const std::string_view group = leading_number(rest);
      const std::string_view behind = rest.substr(group.size());
      if (group.empty() || (!behind.empty() && !is_blank(behind.front()) && behind.front() != ',' &&
                            behind.front() != ':' && behind.front() != ';'))
        break;
      const bool prefixed = has_prefix(group);
      const std::size_t digits = group.size() - (prefixed ? 2 : 0);
      const bool whole = prefixed ? digits >= 1 && digits <= kWordDigits
                                  : digits == kWordDigits || (address_ && (digits == 2 || digits == 4));
      const std::size_t width = prefixed ? kWordDigits : digits;
      if (!whole || (!groups.empty() && width != group_)) break;
      group_ = width;
      groups.push_back(group);
      // xxd writes its text behind two blanks.
      if (colon_ && width < kWordDigits && behind.starts_with("  ")) break;
      rest = behind;
      while (!rest.empty() && (is_blank(rest.front()) || rest.front() == ',' || rest.front() == ';'))
        rest.remove_prefix(1);
    }
    return groups;
  }

  /// A block for words at address_; the last one when they follow it.
  void begin_block() {
    const bool follows = !blocks_.empty() && blocks_.back().address.has_value() == address_.has_value() &&
                         (!address_ || *address_ == next_address() + bytes_.size());
    if (follows) return;
    finish_bytes();
    // Mesa prints a command's first word twice.
    if (address_ && !blocks_.empty() && blocks_.back().address && *address_ >= *blocks_.back().address &&
        *address_ < next_address()) {
      blocks_.back().words.resize((*address_ - *blocks_.back().address) / 4);
      return;
    }
    blocks_.push_back({{file_, number_, 1}, address_, {}});
  }

  void append(std::string_view group) {
    const std::string_view digits = has_prefix(group) ? group.substr(2) : group;
    const auto value = static_cast<std::uint32_t>(*number_of(digits));
    if (group_ == kWordDigits) return append_word(value);
    if (group_ == 2) return append_byte(static_cast<std::uint8_t>(value));
    // xxd writes two bytes in their order, hexdump a half with its high byte first.
    append_byte(static_cast<std::uint8_t>(colon_ ? value >> 8 : value));
    append_byte(static_cast<std::uint8_t>(colon_ ? value : value >> 8));
  }

  void append_byte(std::uint8_t byte) {
    bytes_.push_back(byte);
    if (bytes_.size() < 4) return;
    std::uint32_t word = 0;
    for (std::size_t i = 4; i-- > 0;) word = word << 8 | bytes_[i];
    bytes_.clear();
    append_word(word);
  }

  void append_word(std::uint32_t word) {
    blocks_.back().words.push_back(word);
    last_line_.push_back(word);
  }

  /// Repeats the line before a `*` up to the next address.
  void close_repeats(std::uint64_t address) {
    if (!repeats_) return;
    repeats_ = false;
    constexpr std::size_t kMostRepeated = std::size_t{1} << 24;  // words; dumps are no disks
    if (blocks_.empty() || last_line_.empty() || !blocks_.back().address) return;
    std::vector<std::uint32_t>& words = blocks_.back().words;
    const std::uint64_t begin = *blocks_.back().address;
    while (begin + words.size() * 4 < address && words.size() < kMostRepeated)
      words.push_back(last_line_[words.size() % last_line_.size()]);
  }

  void finish_bytes() {
    if (bytes_.empty()) return;
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {file_, number_, 1},
                           .problem = std::to_string(bytes_.size()) + " bytes behind the last whole word",
                           .hint = "expected words of 4 bytes"}};
  }

  std::string file_;
  InflateWords inflate_;
  int number_ = 0;
  std::uint64_t base_ = 0;                // of a heading
  std::optional<std::uint64_t> address_;  // of the line
  bool colon_ = false;                    // behind it
  bool repeats_ = false;
  bool end_ = false;       // the line is an address alone, which ends a dump
  std::size_t group_ = 0;  // digits
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> last_line_;
  std::vector<DumpBlock> blocks_;
};

}  // namespace

std::optional<std::uint32_t> hexadecimal_word(std::string_view text) {
  const std::string_view digits = has_prefix(text) ? text.substr(2) : text;
  const auto value = number_of(digits);
  if (!value || *value > 0xFFFF'FFFF) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

std::optional<std::vector<std::uint32_t>> hexadecimal_words(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> words;
  for (const std::string& text : texts) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of(", \t\n", at), text.size());
      if (end > at) {
        const auto word = hexadecimal_word(std::string_view{text}.substr(at, end - at));
        if (!word) return std::nullopt;
        words.push_back(*word);
      }
      at = end + 1;
    }
  }
  return words;
}

std::vector<DumpBlock> read_word_dump(std::string_view text, const std::string& file, InflateWords inflate) {
  DumpReader reader{file, inflate};
  int number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    reader.take(text.substr(at, end - at), number);
    at = end + 1;
  }
  return reader.finish();
}

}  // namespace texpipe::gen9
