// Values that expressions of a sweep find in a run: statistics, energy and area, parameters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/statistics/named_statistics.h"
#include "exploration/sweep/sweep_plan.h"

namespace texpipe::study {

/// Names of objectives: statistics first, then energy and area (add_energy), then parameters of the point. Where
/// `limited_by` is asked for, the words that it may be (RunLimit::word) stand before all of these.
class PointValues {
 public:
  /// Both outlive this.
  PointValues(const RunRecord& run, Configuration& configuration)
      : run_{run}, statistics_{run}, configuration_{configuration} {}

  /// Values that are no number, as of a quotient by 0 and of words, are none. In a constraint the names of the other
  /// objectives stand for their values, before all other names.
  /// Errors: kInvalidConfiguration, with the nearest spelling, for a name that nothing has.
  std::vector<std::optional<double>> of(const std::vector<PlanObjective>& objectives);

  /// Unit of an objective's value. Errors: those of Expression::check_units; every name is one that `of` finds.
  NamedUnit check_units(const PlanObjective& objective, const std::vector<PlanObjective>& all);

  /// Unit that limits the run, as a word; `nothing` for a run without accounts.
  std::string limited_by() const;

 private:
  double value_of(const PlanObjective& objective, const std::vector<PlanObjective>& all);
  ExpressionValue look_up(const std::string& name);
  std::optional<double> energy_or_area(const std::string& name);
  std::string hint(const std::string& name);
  const RunRecord& with_energy();
  const RunRecord& with_area();
  const std::vector<ParameterNode>& settings();

  const RunRecord& run_;
  NamedStatistics statistics_;
  Configuration& configuration_;
  std::vector<ParameterNode> settings_;  // of the configuration, once somebody asks
  std::optional<RunRecord> energy_;      // the run's numbers with those of the energy table, once somebody asks
  std::optional<RunRecord> area_;        // areas alone, likewise
};

/// Finds what objectives name before anything runs: on the point's machine without threads.
/// @param late  constraints, which may name objectives
/// Errors: kInvalidConfiguration, at the place of each objective that names what no run of the point will have.
void check_objectives(const std::vector<Objective>& objectives, const std::vector<Objective>& late, Configuration point,
                      const timing::BlockRegistry& blocks);

}  // namespace texpipe::study
