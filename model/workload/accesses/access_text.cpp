#include "workload/accesses/access_text.h"

#include <algorithm>
#include <bitset>
#include <utility>
#include <vector>

#include "base/shortened.h"
#include "workload/accesses/access_lines.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kShown = 60;  // bytes of a value in a message

/// A text without the blanks around it, which `column` then counts.
AccessCell trimmed(std::string_view text, int column) {
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(first);
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  return {text, column + static_cast<int>(first)};
}

std::string counted(std::size_t count, const char* what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

/// Cells between commas; quotes hold no commas, since no value has any.
class CsvRows final : public AccessRows {
 public:
  explicit CsvRows(std::unique_ptr<AccessLines> lines) : file_{std::move(lines)}, lines_{*file_} {
    const std::optional<std::string_view> head = lines_.next();
    if (!head) lines_.refuse(1, "the file is empty", "a first line that names the columns, as `texture,u,v`");
    refuse_other_table(*head);
    std::bitset<kColumns> named;
    split(*head, [&](const AccessCell& cell) {
      const std::optional<ColumnNumber> column = column_named(cell.text);
      if (!column)
        lines_.refuse(cell.column, "there is no column '" + shortened(cell.text, kShown) + "'", column_hint(cell.text));
      if (named[*column])
        lines_.refuse(cell.column, "the column '" + shortened(cell.text, kShown) + "' stands here twice");
      named.set(*column);
      columns_.push_back(*column);
    });
  }

  bool next(AccessRow& row) override {
    const std::optional<std::string_view> line = lines_.next();
    if (!line) return false;
    row.line = lines_.line();
    std::size_t count = 0;
    split(*line, [&](const AccessCell& cell) {
      if (count < columns_.size()) row.cells[columns_[count]] = cell;
      ++count;
    });
    if (count != columns_.size())
      lines_.refuse(1, "the row has " + counted(count, "value"),
                    "the first line names " + std::to_string(columns_.size()));
    return true;
  }

 private:
  /// Tables of other programs, told by the line that names their columns.
  void refuse_other_table(std::string_view head) {
    if (const std::size_t first = head.find_first_not_of(kBlanks); first != head.npos && head[first] == '[')
      lines_.refuse(static_cast<int>(first) + 1, "the file is one JSON array",
                    "JSON Lines have an object a line; jq -c '.[]' makes these of an array");
    if (head.find(',') != head.npos) return;
    const std::size_t other = std::min(head.find(';'), head.find('\t'));
    if (other != head.npos)
      lines_.refuse(static_cast<int>(other) + 1,
                    head[other] == ';' ? "a semicolon between columns" : "a tab between columns",
                    "expected commas, and points in numbers");
  }

  template <class Take>
  static void split(std::string_view line, Take take) {
    for (int column = 1;;) {
      const std::size_t comma = std::min(line.find(','), line.size());
      AccessCell cell = trimmed(line.substr(0, comma), column);
      if (cell.text.size() >= 2 && cell.text.front() == '"' && cell.text.back() == '"')
        cell = {cell.text.substr(1, cell.text.size() - 2), cell.column + 1};
      take(cell);
      if (comma == line.size()) return;
      line.remove_prefix(comma + 1);
      column += static_cast<int>(comma) + 1;
    }
  }

  std::unique_ptr<AccessLines> file_;
  AccessLines& lines_;
  std::vector<ColumnNumber> columns_;
};

/// Objects of numbers, words and lists of four numbers.
class JsonRows final : public AccessRows {
 public:
  explicit JsonRows(std::unique_ptr<AccessLines> lines) : file_{std::move(lines)}, lines_{*file_} {}

  bool next(AccessRow& row) override {
    const std::optional<std::string_view> line = lines_.next();
    if (!line) return false;
    for (AccessCell& cell : row.cells) cell = {};
    row.line = lines_.line();
    line_ = *line;
    at_ = 0;
    named_.reset();
    expect('{');
    if (!found('}')) {
      do member(row);
      while (found(','));
      expect('}');
    }
    skip_blanks();
    if (at_ != line_.size()) refuse("the object has ended here", "one object a line");
    return true;
  }

 private:
  [[noreturn]] void refuse(std::string problem, std::string hint) const {
    lines_.refuse(static_cast<int>(at_) + 1, std::move(problem), std::move(hint));
  }
  void skip_blanks() { at_ = std::min(line_.find_first_not_of(kBlanks, at_), line_.size()); }
  bool found(char wanted) {
    skip_blanks();
    if (at_ == line_.size() || line_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (found(wanted)) return;
    const std::string here =
        at_ == line_.size() ? "the line ends here" : std::string{"'"} + line_[at_] + "' stands here";
    refuse(here, std::string{"expected `"} + wanted + "`");
  }

  AccessCell text() {
    expect('"');
    const std::size_t begin = at_;
    const std::size_t end = line_.find_first_of("\"\\", begin);
    if (end == std::string_view::npos) refuse("the text has no end", "expected `\"`");
    at_ = end;
    if (line_[end] == '\\') refuse("a text with escapes", "names of columns and messages have none");
    ++at_;
    return {line_.substr(begin, end - begin), static_cast<int>(begin) + 1};
  }

  /// A number, word, text or null; null gives an empty cell.
  AccessCell scalar() {
    skip_blanks();
    if (at_ < line_.size() && line_[at_] == '"') return text();
    const std::size_t begin = at_;
    at_ = std::min(line_.find_first_of(" \t,]}[{:\"", begin), line_.size());
    const std::string_view word = line_.substr(begin, at_ - begin);
    if (word.empty()) refuse("no value stands here", "expected a number, a text or a list of four numbers");
    return {word == "null" ? std::string_view{} : word, static_cast<int>(begin) + 1};
  }

  void member(AccessRow& row) {
    const AccessCell key = text();
    const std::optional<ColumnNumber> column = column_named(key.text);
    if (!column)
      lines_.refuse(key.column, "there is no column '" + shortened(key.text, kShown) + "'", column_hint(key.text));
    if (named_[*column])
      lines_.refuse(key.column, "the column '" + shortened(key.text, kShown) + "' stands here twice");
    named_.set(*column);
    expect(':');
    if (!found('[')) {
      row.cells[*column] = scalar();
      return;
    }
    const int place = static_cast<int>(at_);
    const bool whole = *column >= kQuadColumns && (*column - kQuadColumns) % (kQuadPixels + 1) == kAnyPixel;
    if (!whole) lines_.refuse(place, "'" + shortened(key.text, kShown) + "' is one value", "expected no list");
    unsigned count = 0;
    do {
      const AccessCell cell = scalar();
      if (count < kQuadPixels) {
        const std::size_t pixel = *column - kAnyPixel + count;
        if (named_[pixel]) lines_.refuse(place, "the row has '" + shortened(key.text, kShown) + "' of a pixel twice");
        named_.set(pixel);
        row.cells[pixel] = cell;
      }
      ++count;
    } while (found(','));
    expect(']');
    if (count != kQuadPixels) lines_.refuse(place, "the list has " + counted(count, "value"), "a quad has four pixels");
  }

  std::unique_ptr<AccessLines> file_;
  AccessLines& lines_;
  std::string_view line_;
  std::size_t at_ = 0;
  std::bitset<kColumns> named_;
};

}  // namespace

std::unique_ptr<AccessRows> access_rows(FileBytes file) {
  auto lines = std::make_unique<AccessLines>(std::move(file));
  const std::optional<std::string_view> first = lines->peek();
  const bool json = first && (*first)[first->find_first_not_of(kBlanks)] == '{';
  if (json) return std::make_unique<JsonRows>(std::move(lines));
  return std::make_unique<CsvRows>(std::move(lines));
}

}  // namespace texpipe::study
