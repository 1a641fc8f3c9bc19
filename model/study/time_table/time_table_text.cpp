#include "study/time_table/time_table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace texpipe::study {

namespace {

using machine::SeriesKind;
using machine::TimeTable;
using Json = nlohmann::ordered_json;

constexpr std::size_t kCurveColumns = 40;
constexpr std::array<std::string_view, 8> kHeights{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

std::uint64_t start_of(const TimeTable& table, std::size_t interval) {
  return interval == 0 ? 0 : table.ends[interval - 1];
}

std::string short_number(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4g}", value);
}

/// One column per group of intervals, from 0 to the row's largest.
std::string curve(const TimeTable& table, const TimeTable::Row& row) {
  const std::size_t count = table.ends.size(), columns = std::min(count, kCurveColumns);
  std::vector<double> means;
  double most = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    means.push_back(over_intervals(table, row, c * count / columns, (c + 1) * count / columns));
    if (!std::isnan(means.back())) most = std::max(most, means.back());
  }
  std::string text;
  for (const double mean : means) {
    const double part = std::isnan(mean) || most <= 0 ? 0 : std::max(mean, 0.0) / most;
    text += std::isnan(mean) ? " " : kHeights[std::min<std::size_t>(static_cast<std::size_t>(part * 8), 7)];
  }
  return text;
}

}  // namespace

double over_intervals(const TimeTable& table, const TimeTable::Row& row, std::size_t first, std::size_t last) {
  const bool rate = row.kind != SeriesKind::kRatio && row.kind != SeriesKind::kMean;
  double sum = 0;
  std::uint64_t cycles = 0;
  for (std::size_t i = first; i < last; ++i) {
    if (std::isnan(row.values[i])) continue;
    const std::uint64_t length = table.ends[i] - start_of(table, i);
    sum += rate ? row.values[i] : row.values[i] * static_cast<double>(length);
    cycles += length;
  }
  if (cycles == 0) return std::numeric_limits<double>::quiet_NaN();
  return sum / static_cast<double>(cycles);
}

std::string unit_over_time(const TimeTable::Row& row) {
  switch (row.kind) {
    case SeriesKind::kCounter:
      return row.unit + "/cycle";
    case SeriesKind::kAccount:
      return "of cycles";
    case SeriesKind::kRatio:
    case SeriesKind::kMean:
      break;
  }
  return row.unit;
}

std::string time_table_text(const TimeTable& table, const std::vector<const TimeTable::Row*>& rows) {
  const RunPhases phases = phases_of(table);
  const std::size_t count = table.ends.size();
  std::string text = fmt::format("{} intervals; ramp to cycle {}, steady to {}, drain to {}{}\n", count,
                                 start_of(table, phases.steady), start_of(table, phases.drain), start_of(table, count),
                                 phases.measure.empty() ? "" : " (by " + phases.measure + ")");
  std::size_t width = 0;
  for (const TimeTable::Row* row : rows) width = std::max(width, row->path.size());
  text += fmt::format("{:<{}}  {:>9}  {:>9}  {:>9}\n", "", width, "ramp", "steady", "drain");
  for (const TimeTable::Row* row : rows) {
    text += fmt::format("{:<{}}  {:>9}  {:>9}  {:>9}  {} {}\n", row->path, width,
                        short_number(over_intervals(table, *row, 0, phases.steady)),
                        short_number(over_intervals(table, *row, phases.steady, phases.drain)),
                        short_number(over_intervals(table, *row, phases.drain, count)), curve(table, *row),
                        unit_over_time(*row));
  }
  return text;
}

Json time_table_json(const TimeTable& table, const std::vector<const TimeTable::Row*>& rows) {
  const RunPhases phases = phases_of(table);
  Json json{{"schema_version", 1},
            {"ramp_ends", start_of(table, phases.steady)},
            {"steady_ends", start_of(table, phases.drain)},
            {"ends", table.ends},
            {"series", Json::array()}};
  for (const TimeTable::Row* row : rows) {
    Json values = Json::array();
    for (const double value : row->values) {
      if (std::isnan(value)) {
        values.push_back(nullptr);
      } else if (value == std::floor(value)) {
        values.push_back(static_cast<std::int64_t>(value));
      } else {
        values.push_back(value);
      }
    }
    json["series"].push_back(
        {{"path", row->path}, {"kind", name_of(row->kind)}, {"unit", row->unit}, {"values", std::move(values)}});
  }
  return json;
}

}  // namespace texpipe::study
