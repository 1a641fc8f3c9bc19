#include "isa/gen9/states/word_dump.h"

#include <algorithm>

#include "isa/gen9/states/base_85.h"
#include "isa/gen9/states/dump_blocks.h"
#include "isa/gen9/states/dump_groups.h"
#include "isa/gen9/states/dump_labels.h"
#include "isa/gen9/states/dump_line.h"

namespace texpipe::gen9 {

namespace {

constexpr std::string_view kData = "].data: ";
constexpr std::size_t kLeastAddressDigits = 6;  // shorter ones are words such as `Face:`

/// Takes a dump's lines one after another.
class DumpReader {
 public:
  DumpReader(const std::string& file, InflateWords inflate) : file_{file}, inflate_{inflate}, blocks_{file} {}

  /// True for a line that is a whole buffer.
  static bool is_packed(std::string_view line) {
    const std::string_view text = trimmed_dump_text(line);
    if (text.size() < 2) return false;
    return text.front() == ':' || text.front() == '~' || (text.front() == '[' && text.find(kData) != text.npos);
  }

  void take_packed(std::string_view line, int number) {
    blocks_.begin_line(number);
    const std::string_view text = trimmed_dump_text(line);
    if (text.front() != '[') return unpack(text.substr(1), text.front() == ':', {file_, number, 2}, base_);
    // Buffers of contexts have names in the brackets, and no address.
    const auto address = number_of_digits(text.substr(1, text.find(kData) - 1));
    const std::size_t first = text.find(kData) + kData.size();
    if (!address) return;
    blocks_.begin_section("buffer");
    unpack(text.substr(first), false, {file_, number, static_cast<int>(first) + 1}, *address);
  }

  void take(std::string_view text, int number) {
    blocks_.begin_line(number);
    if (text.empty()) return;
    if (text == "*") {
      repeats_ = true;
      return;
    }
    if (take_heading(text) || take_memory_address(text)) return;
    take_words(behind_array_head(text));
  }

  bool is_empty() const { return blocks_.empty(); }

  std::vector<DumpBlock> finish() {
    std::vector<DumpBlock> blocks = blocks_.finish();
    if (blocks.empty()) {
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.position = {file_, 1, 1},
                             .problem = "no words",
                             .hint = "expected lines such as 0x00010040:  0x23000000 : Dword 1, or of xxd, or words"}};
    }
    return blocks;
  }

 private:
  void unpack(std::string_view text, bool deflated, const SourcePosition& place, std::uint64_t address) {
    if (deflated && inflate_ == nullptr)
      throw Error{ExitCode::kUnsupported, Diagnostic{.position = place, .problem = "a packed error state"}};
    std::vector<std::uint32_t> words = words_of_base_85(text, place);
    if (deflated) words = inflate_(std::as_bytes(std::span{words}), {place.file, place.line, 1});
    blocks_.add(address, std::move(words));
  }

  /// Behind `unsigned char state[] = {`, whose 0x1f are bytes; others are words.
  std::string_view behind_array_head(std::string_view text) {
    const std::size_t open = text.find('{');
    if (open == std::string_view::npos || begins_with_number(text)) return text;
    form_.byte_array = is_byte_array(text.substr(0, open));
    return trimmed_dump_text(text.substr(open + 1));
  }

  /// `render ring --- batch = 0x00000000 fffe1000`, whose lines count from there; `Contents of section .data:`.
  bool take_heading(std::string_view text) {
    if (text.starts_with("Contents of section ") || text.starts_with("Hex dump of section ")) {
      form_.in_order = true;
      base_ = 0;
      blocks_.begin_section(std::string{trimmed_dump_text(text)});
      return true;
    }
    const std::size_t dashes = text.find("--- ");
    const std::size_t equals = text.find(" = ", dashes == std::string_view::npos ? 0 : dashes);
    if (dashes == std::string_view::npos || equals == std::string_view::npos) return false;
    const std::string_view rest = trimmed_dump_text(text.substr(equals + 3));
    const std::string_view high = leading_number(rest);
    const auto first = plain_number(high);
    if (!first) return false;
    const auto second = plain_number(leading_number(trimmed_dump_text(rest.substr(high.size()))));
    base_ = second ? *first << 32 | (*second & 0xFFFF'FFFF) : *first;
    form_.in_order = false;
    blocks_.begin_section(std::string{text.substr(0, equals)});
    return true;
  }

  /// `@10040` of $readmemh: words of the lines below follow from there.
  bool take_memory_address(std::string_view text) {
    if (text.front() != '@') return false;
    memory_address_ = number_of_digits(trimmed_dump_text(text.substr(1, text.find("//") - 1)));
    memory_lines_ = false;
    return memory_address_.has_value();
  }

  /// Rest of a line behind its address, which is noted; the whole line where it has none.
  std::string_view behind_address(std::string_view text) {
    address_.reset();
    form_.colon = false;
    if (memory_address_) return text;
    const std::string_view first = leading_number(text);
    const std::size_t digits = first.size() - (has_hexadecimal_prefix(first) ? 2 : 0);
    std::string_view rest = text.substr(first.size());
    const auto number = plain_number(first);
    if (number && (digits >= kLeastAddressDigits || has_hexadecimal_prefix(first) || form_.in_order)) {
      std::string_view behind = trimmed_dump_text(rest);
      if (behind.starts_with('<'))
        behind = trimmed_dump_text(behind.substr(std::min(behind.size(), behind.find('>') + 1)));
      if (form_.in_order && !rest.empty() && is_dump_blank(rest.front())) {
        address_ = *number;
        return behind;
      }
      if (const std::size_t mark = mark_size(behind)) {
        behind = behind_register(trimmed_dump_text(behind.substr(mark)));
        // `0x78150009:  3DSTATE_PS` has no address.
        if (leading_number(behind).empty()) return text;
        address_ = base_ + *number;
        form_.colon = true;
        return behind;
      }
      if (!has_hexadecimal_prefix(first) && !rest.empty() && is_dump_blank(rest.front()))
        return behind_bare_address(text, behind, *number);
      if (!has_hexadecimal_prefix(first) && rest.empty() && blocks_.addressed()) end_ = true;
    }
    return behind_label(text);
  }

  /// Letters of what stands between an address and its words; 0: it is none.
  static std::size_t mark_size(std::string_view text) {
    for (const std::string_view mark : {":", "=>", "->", "=", "|", "h:"}) {
      if (text.starts_with(mark)) return mark.size();
    }
    return 0;
  }

  /// intel_error_decode marks words at which a register points.
  static std::string_view behind_register(std::string_view text) {
    for (const std::string_view mark : {"HEAD ", "TAIL ", "CS "}) {
      if (text.starts_with(mark)) return trimmed_dump_text(text.substr(mark.size()));
    }
    return text;
  }

  /// `DW3: 0x23000000`, `dword[3] = 0x23000000`.
  static std::string_view behind_label(std::string_view text) {
    const std::size_t end = text.find_first_of(":=");
    if (end == std::string_view::npos || !(text.starts_with("DW") || text.starts_with("dw") || text.starts_with("Dw")))
      return text;
    const std::string_view label = trimmed_dump_text(text.substr(0, end));
    const bool numbered = label.back() == ']' || (label.back() >= '0' && label.back() <= '9');
    return numbered ? trimmed_dump_text(text.substr(end + 1)) : text;
  }

  /// hexdump and od write no colon: bytes, halves, or a short address before words.
  std::string_view behind_bare_address(std::string_view text, std::string_view rest, std::uint64_t number) {
    const std::size_t own = text.find_first_of(" \t");
    const std::string_view next = leading_number(rest);
    const bool bytes = next.size() == 2 || next.size() == 4;
    const bool words = (next.size() == kWordDigits || next.size() == 2 * kWordDigits) && own < kWordDigits;
    if (own < kLeastAddressDigits || (!bytes && !words)) return text;
    address_ = base_ + number;
    const std::uint64_t follows = blocks_.next_address(base_);
    for (const int base : {8, 10}) {  // od counts in any of the three
      const auto other = number_of_digits(text.substr(0, own), base);
      if (other && *address_ != follows && base_ + *other == follows) address_ = follows;
    }
    return rest;
  }

  void take_words(std::string_view text) {
    end_ = false;
    std::string_view rest = behind_address(text);
    if (end_) return close_repeats(base_ + *plain_number(text));
    rest = rest.substr(0, rest.find('|'));
    form_.addressed = address_ || memory_address_;
    DumpLineForm form = form_;
    form.byte_array = form_.byte_array || (address_ && are_prefixed_bytes(rest));
    const DumpGroups groups = groups_of_line(rest, text, form);
    form_.stream = groups.stream;
    if (groups.numbers.empty()) return;
    if (memory_address_) {
      address_ = memory_lines_ ? blocks_.next_address(0) : *memory_address_ * groups.width / 2;
      memory_lines_ = true;
    }
    if (address_) close_repeats(*address_);
    blocks_.begin_words(address_);
    append_groups(groups, form, blocks_);
  }

  void close_repeats(std::uint64_t address) {
    if (repeats_) blocks_.repeat_to(address);
    repeats_ = false;
  }

  std::string file_;
  InflateWords inflate_;
  DumpBlocks blocks_;
  std::uint64_t base_ = 0;                       // of a heading
  std::optional<std::uint64_t> address_;         // of the line
  std::optional<std::uint64_t> memory_address_;  // of $readmemh, in words of the file
  bool memory_lines_ = false;                    // came behind it
  DumpLineForm form_;
  bool repeats_ = false;
  bool end_ = false;  // the line is an address alone, which ends a dump
};

}  // namespace

std::optional<std::uint32_t> hexadecimal_word(std::string_view text) {
  const std::string plain = plain_dump_line(text);
  std::string_view digits = plain;
  if (has_hexadecimal_prefix(digits)) {
    digits.remove_prefix(2);
    while (digits.size() > 1 && std::string_view{"uUlL"}.find(digits.back()) != std::string_view::npos)
      digits.remove_suffix(1);
  } else if (digits.ends_with('h') || digits.ends_with('H')) {
    digits.remove_suffix(1);
  }
  const auto value = number_of_digits(digits);
  if (!value || *value > 0xFFFF'FFFF) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

std::optional<std::vector<std::uint32_t>> hexadecimal_words(const std::vector<std::string>& texts) {
  constexpr const char* kBetween = ", \t\r\n;[]{}()\"";
  std::vector<std::uint32_t> words;
  for (const std::string& text : texts) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
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
  std::vector<std::string> lines;  // up to the next packed one
  int number = 1;
  const auto take_lines = [&] {
    mark_address_columns(lines);
    int first = number - static_cast<int>(lines.size());
    for (const std::string& line : lines) reader.take(line, first++);
  };
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (DumpReader::is_packed(line)) {
      take_lines();
      lines.clear();
      reader.take_packed(line, number);
    } else {
      lines.push_back(plain_dump_line(line));
    }
  }
  take_lines();
  if (!reader.is_empty()) return reader.finish();
  DumpReader counting{file, inflate};
  for (const std::string& word : numbered_words(lines)) counting.take(word, number - static_cast<int>(lines.size()));
  return counting.finish();
}

}  // namespace texpipe::gen9
