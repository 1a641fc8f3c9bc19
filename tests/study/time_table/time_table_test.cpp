#include "study/time_table/time_table.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <vector>

#include "base/diagnostic.h"
#include "study/time_table/time_table_text.h"

namespace texpipe::study {
namespace {

using machine::SeriesKind;
using machine::TimeTable;

const double kNone = std::numeric_limits<double>::quiet_NaN();

TimeTable table_of(std::vector<double> footprints) {
  TimeTable table;
  for (std::size_t i = 0; i < footprints.size(); ++i) table.ends.push_back(100 * (i + 1));
  table.rows.push_back(
      {"slice.subslice[0].sampler.front_end.footprints", SeriesKind::kCounter, "footprints", std::move(footprints)});
  return table;
}

TimeTable read_text_as_file(const std::string& text) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "texpipe_time_table_test.csv";
  std::ofstream{file} << text;
  return read_time_table(file);
}

}  // namespace

TEST_CASE("a time series is read back as it was written", "[time_table]") {
  TimeTable table = table_of({1, 0, 12});
  table.rows.push_back({"slice.l3.hit_rate", SeriesKind::kRatio, "1", {0.25, kNone, 1}});
  const TimeTable back = read_text_as_file(time_table_csv(table));
  CHECK(back.ends == table.ends);
  CHECK(time_table_csv(back) == time_table_csv(table));
  CHECK(time_table_csv(table) ==
        "path,kind,unit,100,200,300\n"
        "slice.subslice[0].sampler.front_end.footprints,counter,footprints,1,0,12\n"
        "slice.l3.hit_rate,ratio,1,0.25,,1\n");
}

TEST_CASE("what is no whole number has the three digits that fmt gives it", "[time_table]") {
  std::vector<double> values{0.5,   0.05,  0.00012345, 0.0001, 0.00009999, 99.95,
                             999.4, 999.5, 1234.5,     2.5e10, 0.9995,     0.99949};
  for (int n = 1; n < 400; ++n) {
    for (int d = 2; d < 100; ++d) values.push_back(static_cast<double>(n) / d);  // ties among them: 1/8, 9/16
    values.push_back(n / 2000.0);
    values.push_back(n * 7.77e-5);
  }
  std::erase_if(values, [](double value) { return value == std::floor(value); });
  TimeTable table{.ends = {}, .rows = {{"a", SeriesKind::kRatio, "1", values}}};
  std::string expected = "\na,ratio,1";
  for (std::size_t i = 0; i < values.size(); ++i) {
    table.ends.push_back(i + 1);
    expected += ',' + fmt::format("{:.3g}", values[i]);
  }
  const std::string text = time_table_csv(table);
  CHECK(text.substr(text.find('\n')) == expected + '\n');
}

TEST_CASE("what is no time series is refused with its line", "[time_table]") {
  const auto problem = [](const std::string& text) {
    try {
      read_text_as_file(text);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kMalformedInput);
      return std::string{error.what()};
    }
    return std::string{"accepted"};
  };
  CHECK_THAT(problem(""), Catch::Contains("is no time series of a run"));
  CHECK_THAT(problem("path,statistic\n"), Catch::Contains(":1:") && Catch::Contains("is no time series of a run"));
  CHECK_THAT(problem("path,kind,unit,64,64\n"), Catch::Contains("interval 2 does not end after the one before"));
  CHECK_THAT(problem("path,kind,unit,64\na,counter,1\n"), Catch::Contains(":2:") && Catch::Contains("has 3 cells"));
  CHECK_THAT(problem("path,kind,unit,64\na,meter,1,5\n"), Catch::Contains("`meter` is no kind of a series"));
  CHECK_THAT(problem("path,kind,unit,64\na,counter,1,five\n"), Catch::Contains("`five` is no number"));
}

TEST_CASE("ramp and drain are the intervals at the ends below half of the usual rate", "[time_table]") {
  const RunPhases phases = phases_of(table_of({0, 3, 8, 10, 2, 9, 10, 3, 1}));
  CHECK(phases.steady == 2);
  CHECK(phases.drain == 7);
}

TEST_CASE("a run of fewer than four intervals is steady from end to end", "[time_table]") {
  const RunPhases phases = phases_of(table_of({0, 9, 1}));
  CHECK(phases.steady == 0);
  CHECK(phases.drain == 3);
}

TEST_CASE("over time counters are rates of cycles and ratios weigh the intervals that have one", "[time_table]") {
  TimeTable table = table_of({50, 150, 0});
  table.rows.push_back({"slice.l3.hit_rate", SeriesKind::kRatio, "1", {0.5, kNone, 1}});
  CHECK(over_intervals(table, table.rows[0], 0, 2) == 1.0);
  CHECK(over_intervals(table, table.rows[1], 0, 3) == 0.75);
  CHECK(std::isnan(over_intervals(table, table.rows[1], 1, 2)));
}

}  // namespace texpipe::study
