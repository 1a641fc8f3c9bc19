#include "analysis/chip_measurements/run_values.h"

#include <set>
#include <utility>
#include <vector>

#include "base/spelling.h"

namespace texpipe::study {

namespace {

/// Every index as `[*]`.
std::string pattern_of(std::string_view path) {
  std::string pattern;
  for (std::size_t at = 0; at < path.size(); ++at) {
    pattern += path[at];
    if (path[at] != '[') continue;
    pattern += "*]";
    at = path.find(']', at);
  }
  return pattern;
}

/// True when `path` is what `name` says, whose indices may be `[*]`.
bool matches(std::string_view name, std::string_view path) {
  while (!name.empty() && !path.empty()) {
    if (name.starts_with("[*]") && path.front() == '[') {
      name.remove_prefix(3);
      path.remove_prefix(path.find(']') + 1);
    } else if (name.front() == path.front()) {
      name.remove_prefix(1);
      path.remove_prefix(1);
    } else {
      return false;
    }
  }
  return name.empty() && path.empty();
}

}  // namespace

RunValues::RunValues(const Execution& execution, const machine::MachineParameters& machine, MachineConstants constants)
    : constants_{std::move(constants)}, clock_hz_{static_cast<double>(machine.clock.value())} {
  if (execution.cycles) counters_["cycles"] = static_cast<double>(execution.cycles->value());
  for (const auto& [path, group] : execution.statistics->groups()) {
    for (const auto& statistic : group.statistics()) {
      if (const auto* counter = std::get_if<machine::Counter>(&statistic->value))
        counters_[path + "." + statistic->name] = static_cast<double>(counter->value());
    }
  }
}

void RunValues::subtract(const RunValues& first) {
  for (auto& [name, value] : counters_) {
    const auto other = first.counters_.find(name);
    if (other != first.counters_.end()) value -= other->second;
  }
}

double RunValues::value(const std::string& name) const {
  if (name == "clock_hz") return clock_hz_;
  if (name.starts_with(kConstantPrefix)) {
    const auto constant = constants_.find(name.substr(kConstantPrefix.size()));
    if (constant != constants_.end()) return constant->second;
  }
  double sum = 0;
  bool found = false;
  for (const auto& [path, value] : counters_) {
    if (!matches(name, path)) continue;
    sum += value;
    found = true;
  }
  if (found) return sum;
  std::set<std::string> patterns{"clock_hz"};
  for (const auto& [path, value] : counters_) patterns.insert(pattern_of(path));
  const std::string_view near = nearest_spelling(name, std::vector<std::string_view>{patterns.begin(), patterns.end()});
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.problem = "no counter of this run is called " + name,
                         .hint = near.empty() ? "stats.json of a run lists them all, beside cycles and clock_hz"
                                              : "did you mean " + std::string{near} + "?"}};
}

}  // namespace texpipe::study
