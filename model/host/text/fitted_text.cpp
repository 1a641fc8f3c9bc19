#include "host/text/fitted_text.h"

#include <algorithm>

namespace texpipe::study {

namespace {

constexpr std::string_view kGap = "  ";    // between cells
constexpr std::size_t kFewestBehind = 20;  // columns that a cell needs to be gone on with below its beginning

bool begins_letter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

std::size_t letters_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_letter));
}

/// Byte at which the letter of this number begins; the text's end when it has fewer.
std::size_t byte_of(std::string_view text, std::size_t letter) {
  std::size_t byte = 0;
  for (; byte < text.size(); ++byte) {
    if (begins_letter(text[byte]) && letter-- == 0) break;
  }
  return byte;
}

/// Column below which a line that ends at `end` goes on.
std::size_t hanging(std::string_view line, std::size_t own, std::size_t end, std::size_t width) {
  const std::string_view shown = line.substr(0, end);
  const std::size_t gap = shown.find_last_not_of(' ') == std::string_view::npos
                              ? std::string_view::npos
                              : shown.substr(0, shown.find_last_not_of(' ')).rfind(kGap);
  if (gap != std::string_view::npos && gap + kGap.size() > own) {
    const std::size_t cell = letters_of(shown.substr(0, gap + kGap.size()));
    if (cell + kFewestBehind <= width) return cell;
  }
  return own + kGap.size();
}

}  // namespace

std::string fitted_line(std::string_view line, std::size_t width) {
  std::string text;
  const std::size_t own = std::min({line.find_first_not_of(' '), line.size(), width / 2});
  std::string rest{line};
  std::size_t indent = own;
  while (letters_of(rest) > width) {
    const std::size_t limit = byte_of(rest, width);
    const std::size_t begin = rest.find_first_not_of(' ');
    if (begin == std::string::npos) break;
    std::size_t end = rest.rfind(' ', limit);
    if (end == std::string::npos || end < begin) end = rest.find(' ', std::max(limit, begin));
    if (end == std::string::npos) break;
    const std::size_t next = rest.find_first_not_of(' ', end);
    if (next == std::string::npos) break;
    if (text.empty()) indent = hanging(rest, own, end, width);
    text += rest.substr(0, rest.find_last_not_of(' ', end) + 1) + '\n';
    rest = std::string(indent, ' ') + rest.substr(next);
  }
  return text + rest;
}

std::string fitted_comment(std::string_view line, std::size_t width) {
  const std::size_t first = line.find_first_not_of(' ');
  const bool own = first != std::string_view::npos && line[first] == '#';
  const std::size_t behind = line.find("  # ");
  if (!own && behind == std::string_view::npos) return std::string{line};
  const std::size_t mark = own ? first : behind + kGap.size();
  const std::size_t column = letters_of(line.substr(0, mark)) + 1;
  if (column + kFewestBehind > width) return std::string{line};
  std::string text{line.substr(0, mark + 1)};
  for (const char c : fitted_line(line.substr(mark + 1), width - column)) {
    text += c;
    if (c == '\n') text += std::string(column - 1, ' ') + '#';
  }
  return text;
}

std::string path_row(std::string_view first, std::string_view rest, std::size_t column, std::size_t width) {
  std::string row, last{first};
  const std::size_t own = std::min(first.find_first_not_of(' '), first.size());
  const std::string indent(own + kGap.size(), ' ');
  while (last.size() > width) {
    const std::size_t dot = last.rfind('.', width - 1);
    if (dot == std::string::npos || dot < indent.size()) break;
    row += last.substr(0, dot + 1) + '\n';
    last = indent + last.substr(dot + 1);
  }
  row += last;
  if (last.size() + kGap.size() > column) {
    row += '\n';
    row.append(column, ' ');
  } else {
    row.append(column - last.size(), ' ');
  }
  row += rest;
  return row;
}

std::size_t rest_column(std::size_t first_width, std::size_t rest_width, std::size_t width) {
  const std::size_t most = width > rest_width + kGap.size() ? width - rest_width : kGap.size();
  return std::min(first_width + kGap.size(), most);
}

FittedOutput::FittedOutput(std::ostream& out, std::size_t width, FitLine fit)
    : out_{out}, below_{out.rdbuf(this)}, width_{width}, fit_{fit} {}

FittedOutput::~FittedOutput() {
  const bool good = line_.empty() || put(fit_(line_, width_));
  out_.rdbuf(below_);
  if (!good) out_.setstate(std::ios::badbit);
}

FittedOutput::int_type FittedOutput::overflow(int_type letter) {
  if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
  const char byte = traits_type::to_char_type(letter);
  return xsputn(&byte, 1) == 1 ? letter : traits_type::eof();
}

std::streamsize FittedOutput::xsputn(const char* letters, std::streamsize count) {
  std::string_view text{letters, static_cast<std::size_t>(count)};
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    line_ += text.substr(0, end);
    if (!put(fit_(line_, width_) + '\n')) return 0;
    line_.clear();
    text.remove_prefix(end + 1);
  }
  line_ += text;
  return count;
}

int FittedOutput::sync() {
  return below_->pubsync();
}

bool FittedOutput::put(std::string_view text) {
  const auto count = static_cast<std::streamsize>(text.size());
  return below_->sputn(text.data(), count) == count;
}

}  // namespace texpipe::study
