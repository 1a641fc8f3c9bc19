#include "pages/run/draw_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "host/files/byte_reader.h"
#include "pages/run/chart_values.h"
#include "pages/run/run_files.h"
#include "study/draws/draw_chart.h"
#include "study/draws/draw_table.h"
#include "study/run/launch_table.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLargestChart = 300 << 10;  // bytes; pages have 2 MiB
constexpr std::size_t kMostRows = 40;             // longest draws, and passes

struct CsvTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (;;) {
    const std::size_t comma = line.find(',');
    cells.emplace_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

CsvTable read_table(const fs::path& file) {
  CsvTable table;
  const std::string text = read_text(file);
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::vector<std::string> cells = cells_of(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (table.columns.empty()) {
      table.columns = std::move(cells);
    } else if (cells.size() == table.columns.size()) {
      table.rows.push_back(std::move(cells));
    } else {
      refuse_run_file(file, "holds no table of draws");
    }
  }
  return table;
}

Json cell_json(const std::string& cell) {
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error == std::errc{} && end == cell.data() + cell.size()) return rounded(number);
  return cell;
}

/// Column `launch` of the rows whose path ends in the name, summed over equal parts.
double of_launch(const CsvTable& table, std::size_t launch, std::string_view name) {
  double sum = 0;
  for (const std::vector<std::string>& row : table.rows) {
    const bool named = row[0] == name || row[0].ends_with("." + std::string{name});
    const Json value = named ? cell_json(row[launch]) : Json{};
    if (value.is_number()) sum += value.get<double>();
  }
  return sum;
}

/// The columns of `wanted` that the file has, of the rows with most cycles, in the file's order.
void add_table(const fs::path& file, std::string_view id, const std::string& title, std::string note,
               const std::vector<std::pair<std::string, std::string>>& wanted, Json& charts) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return;
  const CsvTable table = read_table(file);
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < table.columns.size(); ++i) places.emplace(table.columns[i], i);
  if (!places.contains("cycles")) refuse_run_file(file, "has no column `cycles`");
  const auto cycles = [&](std::size_t row) {
    const std::string& cell = table.rows[row][places.at("cycles")];
    std::uint64_t value = 0;
    std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return value;
  };
  std::vector<std::size_t> order(table.rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (order.size() > kMostRows) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return cycles(a) > cycles(b); });
    order.resize(kMostRows);
    std::sort(order.begin(), order.end());
    note += fmt::format(" Here the {} longest of {}.", kMostRows, table.rows.size());
  }
  note += fmt::format(" {} has more columns.", file.filename().string());
  Json entry = chart(id, "table", title, "cycles", note);
  for (const auto& [name, shown] : wanted)
    if (places.contains(name)) entry["columns"].push_back(shown);
  entry["rows"] = Json::array();
  for (const std::size_t row : order) {
    Json cells = Json::array();
    for (const auto& [name, shown] : wanted)
      if (places.contains(name)) cells.push_back(cell_json(table.rows[row][places.at(name)]));
    entry["rows"].push_back(std::move(cells));
  }
  charts.push_back(std::move(entry));
}

}  // namespace

std::string draw_section(const fs::path& folder) {
  std::error_code ignored;
  const fs::path file = folder / kDrawChartName;
  if (!fs::exists(file, ignored) || fs::file_size(file, ignored) > kLargestChart) return "";
  return "<section id=\"draws\"><h2>Draws</h2>\n<p>When each draw was in the pipeline, in the colour of what limited "
         "it, and in which units. A unit's bar is the stronger, the larger the part of that time in which it worked. "
         "Point at a draw, a phase of threads or a stall for its numbers.</p>\n<div class=\"wide\" tabindex=\"0\">" +
         read_text(file) + "</div></section>\n";
}

void add_draw_tables(const fs::path& folder, Json& charts) {
  const std::vector<std::pair<std::string, std::string>> numbers{{"target", "target"},
                                                                 {"cycles", "cycles"},
                                                                 {"limited_by", "limited by"},
                                                                 {"threads_limited_by", "threads limited by"},
                                                                 {"primitives", "primitives"},
                                                                 {"covered_pixels", "pixels covered"},
                                                                 {"passed_pixels", "passed"},
                                                                 {"written_pixels", "written"},
                                                                 {"overdraw", "overdraw"},
                                                                 {"sampler_2x2s", "sampler 2x2s"},
                                                                 {"l1_lookups", "L1 lookups"},
                                                                 {"l1_misses", "L1 misses"},
                                                                 {"memory_bytes", "memory bytes"},
                                                                 {"stall_cycles", "cycles of stalls"}};
  std::vector<std::pair<std::string, std::string>> of_passes{
      {"pass", "pass"}, {"first_draw", "first draw"}, {"last_draw", "last draw"}};
  of_passes.insert(of_passes.end(), numbers.begin(), numbers.end());
  add_table(folder / kPassTableName, "passes", "Passes",
            "Draws in a row to the same targets. Overdraw: written pixels for each of the target.", of_passes, charts);
  std::vector<std::pair<std::string, std::string>> of_draws{
      {"draw", "draw"}, {"maker", "maker"}, {"topology", "topology"}};
  of_draws.insert(of_draws.end(), numbers.begin(), numbers.end());
  add_table(folder / kDrawTableName, "draw_table", "Draws",
            "Limited by: the unit that was busy for half of the draw's cycles or more, else (`_lines`) that worked or "
            "waited for lines so long, else stalls before the draw, else its threads; the next column says what "
            "limited these.",
            of_draws, charts);
}

void add_launch_table(const fs::path& folder, Json& charts) {
  std::error_code ignored;
  const fs::path file = folder / kLaunchTableName;
  if (!fs::exists(file, ignored)) return;
  const CsvTable table = read_table(file);
  Json entry = chart("launches", "table", "Launches", "",
                     "Launches in a row, whose caches stay warm between them. launches.csv has all counters of each.");
  entry["columns"] = {"launch",     "begins at cycle", "cycles",  "sampler 2x2s",
                      "L1 lookups", "L1 hits",         "L3 hits", "memory bytes"};
  entry["rows"] = Json::array();
  for (std::size_t launch = 1; launch + 1 < table.columns.size(); ++launch) {
    const auto of = [&](std::string_view name) { return of_launch(table, launch, name); };
    const double lookups = of("sampler.l1.lookups"), reads = of("l3.reads");
    const auto share = [](double part, double whole) {
      return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "";
    };
    entry["rows"].push_back({table.columns[launch], of("begin"), of("cycles"), of("sampler.front_end.subspans"),
                             lookups, share(of("sampler.l1.hits"), lookups), share(of("l3.hits"), reads),
                             of("memory.bytes")});
  }
  if (!entry["rows"].empty()) charts.push_back(std::move(entry));
}

}  // namespace texpipe::study
