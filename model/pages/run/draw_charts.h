// Draws and passes of a timed frame, and launches in a row, on a run's page: the chart over time, and tables.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace texpipe::study {

/// A section with the chart; empty for a run that has none, or whose chart has no room on a page.
std::string draw_section(const std::filesystem::path& folder);

/// Adds the table of timed launches in a row to the charts of a run that has them.
void add_launch_table(const std::filesystem::path& folder, nlohmann::ordered_json& charts);

/// Adds tables of passes and of the longest draws to the charts of a run that has them.
void add_draw_tables(const std::filesystem::path& folder, nlohmann::ordered_json& charts);

}  // namespace texpipe::study
