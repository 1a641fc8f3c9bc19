#include "study/time_table/time_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

using machine::SeriesKind;
using machine::TimeTable;
namespace fs = std::filesystem;

constexpr std::string_view kHead = "path,kind,unit";
constexpr std::size_t kNamed = 3;           // cells of a row before its values
constexpr double kWholeBelow = 9.0e15;      // doubles that are whole numbers
constexpr std::size_t kFewestOfPhases = 4;  // intervals

/// Three digits of a value as {:.3g} has them; false, and nothing, for what is rare: powers of ten, and values that
/// lie so near between two texts that their last bits decide.
bool append_three_digits(std::string& text, double value) {
  constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
  constexpr double kNear = 1e-6;
  if (!(value >= 1e-4 && value < 999)) return false;
  unsigned shift = 0;  // decimals
  while (shift < 6 && value * kPowers[shift] < 100) ++shift;
  const double scaled = value * kPowers[shift];
  const double whole = std::floor(scaled);
  if (scaled < 100 || std::abs(scaled - whole - 0.5) < kNear) return false;
  auto digits = static_cast<unsigned>(whole) + (scaled - whole > 0.5 ? 1 : 0);
  if (digits >= 1000) return false;
  while (shift > 0 && digits % 10 == 0) {
    digits /= 10;
    --shift;
  }
  const fmt::format_int plain{digits};
  if (shift == 0) {
    text.append(plain.data(), plain.size());
    return true;
  }
  const std::size_t before = plain.size() > shift ? plain.size() - shift : 0;  // the point
  text.append(before == 0 ? "0" : "").append(plain.data(), before) += '.';
  if (before == 0) text.append(shift - plain.size(), '0');
  text.append(plain.data() + before, plain.size() - before);
  return true;
}

/// Whole numbers as they are, others as short as gives three digits.
void append_value(std::string& text, double value) {
  if (std::isnan(value)) return;
  if (value == 0) {
    text += '0';
  } else if (std::abs(value) < kWholeBelow && value == std::floor(value)) {
    const fmt::format_int whole{static_cast<std::int64_t>(value)};
    text.append(whole.data(), whole.size());
  } else if (!append_three_digits(text, value)) {
    fmt::format_to(std::back_inserter(text), "{:.3g}", value);
  }
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

class TableReader {
 public:
  explicit TableReader(const fs::path& file) : file_{file} {}

  TimeTable read(std::string_view text) {
    TimeTable table;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      ++line_;
      const std::vector<std::string_view> cells = cells_of(text.substr(0, end));
      line_ == 1 ? head(cells, table) : row(cells, table);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (line_ == 0) refuse("is no time series of a run");
    return table;
  }

 private:
  [[noreturn]] void refuse(std::string problem) const {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {.file = file_.string(), .line = std::max(line_, 1)},
                                                      .problem = std::move(problem),
                                                      .hint = "expected a file as timeseries.csv of a run folder"}};
  }

  void head(const std::vector<std::string_view>& cells, TimeTable& table) const {
    std::string names;
    for (std::size_t i = 0; i < std::min(cells.size(), kNamed); ++i)
      names += (i == 0 ? "" : ",") + std::string{cells[i]};
    if (names != kHead) refuse("is no time series of a run");
    for (std::size_t i = kNamed; i < cells.size(); ++i) {
      const double end = number(cells[i]);
      if (!(end > (table.ends.empty() ? 0.0 : static_cast<double>(table.ends.back()))) || end >= kWholeBelow)
        refuse("interval " + std::to_string(i - kNamed + 1) + " does not end after the one before");
      table.ends.push_back(static_cast<std::uint64_t>(end));
    }
  }

  void row(const std::vector<std::string_view>& cells, TimeTable& table) const {
    if (cells.size() != kNamed + table.ends.size())
      refuse("has " + std::to_string(cells.size()) + " cells, and the head " +
             std::to_string(kNamed + table.ends.size()));
    const EnumRow* kind = machine::enum_rows(SeriesKind{}).find(cells[1]);
    if (kind == nullptr) refuse("`" + std::string{cells[1]} + "` is no kind of a series");
    TimeTable::Row row{std::string{cells[0]}, static_cast<SeriesKind>(kind->value), std::string{cells[2]}, {}};
    for (std::size_t i = kNamed; i < cells.size(); ++i)
      row.values.push_back(cells[i].empty() ? std::numeric_limits<double>::quiet_NaN() : number(cells[i]));
    table.rows.push_back(std::move(row));
  }

  double number(std::string_view cell) const {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value))
      refuse("`" + std::string{cell} + "` is no number");
    return value;
  }

  const fs::path& file_;
  int line_ = 0;
};

/// Per interval, the sum of the counters whose paths have a part and end so; empty without any.
std::vector<double> sums(const TimeTable& table, std::string_view part, std::string_view end) {
  std::vector<double> result;
  for (const TimeTable::Row& row : table.rows) {
    if (row.kind != SeriesKind::kCounter || row.path.find(part) == std::string::npos || !row.path.ends_with(end))
      continue;
    result.resize(table.ends.size(), 0.0);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += row.values[i];
  }
  return result;
}

}  // namespace

std::string time_table_csv(const TimeTable& table) {
  std::string text;
  constexpr std::size_t kOfCell = 4, kOfRow = 80;  // bytes, about
  text.reserve(table.rows.size() * (kOfRow + kOfCell * table.ends.size()));
  text += kHead;
  for (const std::uint64_t end : table.ends) text += ',' + std::to_string(end);
  text += '\n';
  for (const TimeTable::Row& row : table.rows) {
    text += row.path;
    text += ',';
    text += name_of(row.kind);
    text += ',';
    text += row.unit;
    for (const double value : row.values) {
      text += ',';
      append_value(text, value);
    }
    text += '\n';
  }
  return text;
}

machine::TimeTable read_time_table(const fs::path& place) {
  std::error_code ignored;
  const fs::path file = fs::is_directory(place, ignored) ? place / kTimeTableName : place;
  if (!fs::exists(file, ignored)) {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {.file = place.string()},
                                                      .problem = "has no time series",
                                                      .hint = "timed runs have one, unless --intervals 0 left it out"}};
  }
  return TableReader{file}.read(read_text(file));
}

RunPhases phases_of(const TimeTable& table) {
  RunPhases phases{.steady = 0, .drain = table.ends.size(), .measure = "sampler.front_end.footprints"};
  std::vector<double> rates = sums(table, "sampler.front_end", ".footprints");
  if (rates.empty()) {
    rates = sums(table, ".eu[", "].instructions");
    phases.measure = "eu.instructions";
  }
  if (rates.empty()) phases.measure.clear();
  if (rates.size() < kFewestOfPhases) return phases;
  for (std::size_t i = 0; i < rates.size(); ++i)
    rates[i] /= static_cast<double>(table.ends[i] - (i == 0 ? 0 : table.ends[i - 1]));
  std::vector<double> some;
  std::copy_if(rates.begin(), rates.end(), std::back_inserter(some), [](double rate) { return rate > 0; });
  std::nth_element(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2), some.end());
  const double nearly = some[some.size() / 2] / 2;
  while (rates[phases.steady] < nearly) ++phases.steady;
  while (rates[phases.drain - 1] < nearly) --phases.drain;
  return phases;
}

}  // namespace texpipe::study
