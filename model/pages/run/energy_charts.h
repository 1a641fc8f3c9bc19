// Energy and area on a page about a run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "study/run_folder/run_record.h"

namespace texpipe::study {

/// Adds bars of what each part of the machine spent, and a table of energy and area, by the table of figures that the
/// run's study names. Adds nothing for a run without time or settings, or one that the table does not fit.
void add_energy_charts(const std::optional<RunRecord>& run, nlohmann::ordered_json& charts);

}  // namespace texpipe::study
