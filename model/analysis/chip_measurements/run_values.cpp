#include "analysis/chip_measurements/run_values.h"

#include <utility>
#include <vector>

#include "analysis/statistics/named_statistics.h"

namespace texpipe::study {

RunValues::RunValues(const Execution& execution, const machine::MachineParameters& machine, MachineConstants constants)
    : run_{record_of(*execution.statistics, execution.cycles)},
      constants_{std::move(constants)},
      clock_hz_{static_cast<double>(machine.clock.value())} {}

void RunValues::subtract(const RunValues& first) {
  std::erase_if(run_.numbers, [](const RunNumber& number) { return !is_added(number); });
  std::map<std::string_view, double> before;
  for (const RunNumber& number : first.run_.numbers) before.emplace(number.path, number.value);
  for (RunNumber& number : run_.numbers) {
    const auto other = before.find(number.path);
    if (other != before.end()) number.value -= other->second;
  }
}

double RunValues::value(const std::string& name) const {
  if (name == "clock_hz") return clock_hz_;
  if (name.starts_with(kConstantPrefix)) {
    const auto constant = constants_.find(name.substr(kConstantPrefix.size()));
    if (constant != constants_.end()) return constant->second;
  }
  const NamedStatistics statistics{run_};
  if (const auto value = statistics.find(name)) return *value;
  const std::string near = statistics.hint(name);
  throw Error{
      ExitCode::kInvalidConfiguration,
      Diagnostic{.problem = "no counter of this run is called " + name,
                 .hint = near.empty() ? "stats.json of a run lists them all, beside cycles and clock_hz" : near}};
}

}  // namespace texpipe::study
