// The time series of a run as its file `timeseries.csv`, written and read back.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "machine/time_series/time_series.h"

namespace texpipe::study {

inline constexpr std::string_view kTimeTableName = "timeseries.csv";

/// A line per row: path, kind, unit, and its value in each interval (empty where there is none); the head names
/// intervals by the cycle in which they end. Equal runs give equal bytes.
std::string time_table_csv(const machine::TimeTable& table);

/// Reads the time series of a run folder, or such a file.
/// Errors: kMalformedInput, with the file and line, for what is none.
machine::TimeTable read_time_table(const std::filesystem::path& place);

/// Phases of a run: nearly at its full rate from `steady` on, and no more from `drain` on (numbers of intervals). The
/// ramp comes before.
struct RunPhases {
  std::size_t steady = 0;
  std::size_t drain = 0;
  std::string measure;  // whose rate it is: footprints of all samplers, or instructions of all EUs without them
};

/// Full is the median rate of the intervals in which anything happened; nearly full is half of it. A run of fewer than
/// four intervals is steady from end to end.
RunPhases phases_of(const machine::TimeTable& table);

}  // namespace texpipe::study
