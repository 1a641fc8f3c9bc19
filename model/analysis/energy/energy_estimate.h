// Energy and area of a run: its action counts times a table's figures.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/energy/energy_table.h"
#include "study/run_folder/run_record.h"

namespace texpipe::study {

struct ActionEstimate {
  const EnergyAction* action = nullptr;
  double count = 0;
  double nanojoules = 0;
};

struct ComponentEstimate {
  const EnergyComponent* component = nullptr;
  unsigned blocks = 0;
  std::vector<ActionEstimate> actions;
  double nanojoules = 0;
  double square_millimetres = 0;
};

/// Sums over components; the table outlives it. Components that the machine has no block of are left out.
struct EnergyEstimate {
  std::vector<ComponentEstimate> components;
  double nanojoules = 0;
  double square_millimetres = 0;
};

/// Estimate of energy and area from statistics and settings of the run alone. Errors: kMalformedInput for a run without
/// settings or cycles; kInvalidConfiguration, with the nearest spelling, where the table names what the run does not
/// have.
EnergyEstimate estimate_energy(const RunRecord& run, const EnergyTable& table);

/// Areas alone, which need no run: of the machine that the settings (trees of parameters) tell. Errors: as
/// estimate_energy.
EnergyEstimate estimate_area(const std::vector<ParameterNode>& settings, const EnergyTable& table);

/// Adds `energy` (nJ) and `area` (mm2), and those of each component as `energy.l1`, to the numbers of a run. Errors: as
/// estimate_energy.
void add_energy(RunRecord& run, const EnergyTable& table);

/// Adds `area` and those of each component, of a run with or without time.
void add_area(RunRecord& run, const EnergyTable& table);

/// The table that a study names under `energy`; the one that the command carries where it names none.
/// @param settings  trees of the study's parameters
/// Errors: read_energy_table.
EnergyTable energy_table_of(const std::vector<ParameterNode>& settings);

/// Refuses a table that does not fit a machine, as one without a factor for a word of it: at the file that the study
/// names. Errors: as estimate_energy.
/// @param settings  trees of the study's parameters
void check_energy_table(const std::vector<ParameterNode>& settings, const EnergyTable& table);

/// One line: energy, area and the table; empty for a run that the table does not fit, as of blocks of somebody else's.
std::string energy_line(const RunRecord& run, const EnergyTable& table);

std::string energy_text(const EnergyEstimate& estimate, const RunRecord& run, const EnergyTable& table);
std::string energy_csv(const EnergyEstimate& estimate);
nlohmann::ordered_json energy_json(const EnergyEstimate& estimate, const RunRecord& run, const EnergyTable& table);

}  // namespace texpipe::study
