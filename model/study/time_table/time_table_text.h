// Chosen rows of a time series as people and programs read them: how the run began, went and ended.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "study/time_table/time_table.h"

namespace texpipe::study {

/// Average of a row over the intervals [first, last): counters per cycle, accounts as a share of the cycles, ratios and
/// means as they are. NaN where there is no value.
double over_intervals(const machine::TimeTable& table, const machine::TimeTable::Row& row, std::size_t first,
                      std::size_t last);

/// The unit of that.
std::string unit_over_time(const machine::TimeTable::Row& row);

/// The phases, and a line per row: its averages in each, and a curve over the whole run.
std::string time_table_text(const machine::TimeTable& table, const std::vector<const machine::TimeTable::Row*>& rows);

/// Rows with all their values (null: none), and the end of each phase.
nlohmann::ordered_json time_table_json(const machine::TimeTable& table,
                                       const std::vector<const machine::TimeTable::Row*>& rows);

}  // namespace texpipe::study
