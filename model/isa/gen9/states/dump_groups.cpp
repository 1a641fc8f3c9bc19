#include "isa/gen9/states/dump_groups.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "isa/gen9/states/dump_line.h"

namespace texpipe::gen9 {

namespace {

std::vector<std::uint8_t> bytes_in_order(std::string_view digits) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2)
    bytes.push_back(static_cast<std::uint8_t>(*number_of_digits(digits.substr(at, 2))));
  return bytes;
}

/// Bytes of groups as the text at the end of a line shows them.
std::string shown_text(const std::vector<std::string_view>& groups, bool turned = false) {
  std::string shown;
  const auto letter = [](std::uint8_t byte) { return byte >= ' ' && byte <= '~' ? static_cast<char>(byte) : '.'; };
  for (const std::string_view group : groups) {
    std::vector<std::uint8_t> bytes = bytes_in_order(group);
    if (turned) std::reverse(bytes.begin(), bytes.end());
    std::transform(bytes.begin(), bytes.end(), std::back_inserter(shown), letter);
  }
  return shown;
}

/// True when the text at the end of a line shows the bytes of its groups as they are written, not as words: xxd -g4.
bool text_tells_order(const std::vector<std::string_view>& groups, std::string_view line) {
  std::string written = shown_text(groups);
  const std::string turned = shown_text(groups, true);
  written.erase(written.find_last_not_of(' ') + 1);  // as the line's end is
  return written != turned && line.ends_with(written);
}

/// `xxd -p`: digits alone, more than those of a word in all lines but the last.
bool is_stream(std::string_view text, const DumpLineForm& form) {
  if (form.addressed || has_hexadecimal_prefix(text) || text.empty() || text.size() % 2 != 0) return false;
  return leading_number(text).size() == text.size() && (form.stream || text.size() > kWordDigits);
}

bool may_be_group(std::string_view group, std::size_t width, const DumpLineForm& form) {
  if (width == 0 || width % 2 != 0) return false;
  if (has_hexadecimal_prefix(group) || width == kWordDigits || form.in_order) return true;
  return form.addressed && (width == 2 || width == 4 || width % kWordDigits == 0);
}

/// True for the gap that many viewers leave behind eight bytes: bytes go on there. Text that shows the eight does not.
bool goes_on_behind_gap(const DumpGroups& groups, std::string_view behind) {
  constexpr std::size_t kBeforeGap = 8;
  if (groups.width != 2 || groups.in_order || groups.numbers.size() != kBeforeGap) return false;
  const std::string_view rest = trimmed_dump_text(behind), next = leading_number(rest);
  if (next.size() != 2 || (rest.size() > 2 && !is_dump_blank(rest[2]))) return false;
  return rest != shown_text(groups.numbers).substr(0, rest.size());
}

}  // namespace

DumpGroups groups_of_line(std::string_view rest, std::string_view line, const DumpLineForm& form) {
  DumpGroups groups;
  groups.stream = is_stream(rest, form);
  groups.in_order = form.in_order || groups.stream;
  while (!rest.empty()) {
    const std::string_view group = leading_number(rest);
    std::string_view behind = rest.substr(group.size());
    const bool prefixed = has_hexadecimal_prefix(group);
    if (prefixed) behind.remove_prefix(std::min(behind.find_first_not_of("uUlL"), behind.size()));
    constexpr std::string_view kEnds = " \t\r,:;/";
    if (group.empty() || (!behind.empty() && kEnds.find(behind.front()) == std::string_view::npos)) break;
    const bool byte = form.byte_array && prefixed && group.size() <= 4;
    const std::size_t width = byte ? 2 : number_width(group);
    if (!groups.stream && !byte && !may_be_group(group, width, form)) break;
    if (!groups.numbers.empty() && width != groups.width && !form.in_order) break;
    groups.width = width;
    groups.numbers.push_back(group);
    // xxd and objdump write their text behind two blanks.
    if ((form.in_order || (form.colon && width < kWordDigits)) && behind.starts_with("  ") &&
        !goes_on_behind_gap(groups, behind))
      break;
    rest = behind;
    while (!rest.empty() && (is_dump_blank(rest.front()) || rest.front() == ',' || rest.front() == ';'))
      rest.remove_prefix(1);
  }
  if (form.colon && groups.width > 0 && groups.width % kWordDigits == 0 &&
      !has_hexadecimal_prefix(groups.numbers.front()))
    groups.in_order = groups.in_order || text_tells_order(groups.numbers, line);
  return groups;
}

void append_groups(const DumpGroups& groups, const DumpLineForm& form, DumpBlocks& blocks) {
  for (const std::string_view group : groups.numbers) {
    const std::string_view digits = has_hexadecimal_prefix(group) ? group.substr(2) : group;
    if (groups.width == 2) {
      blocks.append_byte(static_cast<std::uint8_t>(*number_of_digits(digits)));
    } else if (groups.in_order || groups.width == 4) {
      // xxd writes two bytes in their order, hexdump a half with its high byte first.
      std::vector<std::uint8_t> bytes = bytes_in_order(digits);
      if (!groups.in_order && !form.colon) std::reverse(bytes.begin(), bytes.end());
      for (const std::uint8_t byte : bytes) blocks.append_byte(byte);
    } else {
      for (std::size_t end = digits.size(); end > 0; end -= std::min(end, kWordDigits)) {
        const std::size_t begin = end - std::min(end, kWordDigits);
        blocks.append_word(static_cast<std::uint32_t>(*number_of_digits(digits.substr(begin, end - begin))));
      }
    }
  }
}

}  // namespace texpipe::gen9
