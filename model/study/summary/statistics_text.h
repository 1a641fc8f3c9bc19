// The statistics of a run as stats.json and stats.csv. Nothing in them depends on the host: equal runs give equal
// bytes.
#pragma once

#include <string>

#include "host/files/json_writer.h"
#include "machine/statistics/statistics.h"

namespace texpipe::study {

/// Groups in path order, each with its statistics: name, kind, unit, description and value.
void write_statistics(JsonWriter& json, const machine::StatisticsRegistry& statistics);
std::string statistics_json(const machine::StatisticsRegistry& statistics);

/// Long form, one number per line: path, statistic, part, unit, value.
std::string statistics_csv(const machine::StatisticsRegistry& statistics);

}  // namespace texpipe::study
