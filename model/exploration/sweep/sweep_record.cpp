#include "exploration/sweep/sweep_record.h"

#include "exploration/sweep/sweep_folder.h"
#include "exploration/sweep/sweep_results.h"

namespace texpipe::study {

RunRecord read_run_or_sweep(const std::filesystem::path& place, const timing::BlockRegistry& blocks) {
  if (!is_sweep_folder(place)) return read_run(place, blocks);
  const SweepResults results = read_results(place);
  RunRecord record{.name = place.string(), .study = results.plan.name};
  record.unfinished = results.counts().done != results.counts().points;
  for (std::size_t n = 0; n < results.states.size(); ++n) {
    if (results.states[n].status != PointStatus::kDone) continue;
    std::string path;
    for (const PointSetting& setting : results.plan.points[n].settings)
      path += (path.empty() ? "" : " ") + results.plan.axes[setting.axis].name + '=' + setting.shown;
    if (path.empty()) path = "as it is";
    const auto& values = results.states[n].values;
    for (std::size_t i = 0; i < std::min(values.size(), results.plan.objectives.size()); ++i) {
      if (!values[i]) continue;
      const PlanObjective& objective = results.plan.objectives[i];
      record.numbers.push_back({.path = path + '.' + objective.name,
                                .kind = NumberKind::kCounter,
                                .value = *values[i],
                                .text = exact_text(*values[i]),
                                .unit = objective.name,
                                .description = objective.value.text()});
    }
  }
  return record;
}

}  // namespace texpipe::study
