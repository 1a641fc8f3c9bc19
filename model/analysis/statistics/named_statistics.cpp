#include "analysis/statistics/named_statistics.h"

#include "base/diagnostic.h"
#include "parameters/names/name_rule.h"

namespace texpipe::study {

bool is_added(const RunNumber& number) {
  const std::string_view part = std::string_view{number.path}.substr(number.path.rfind('.') + 1);
  if (number.kind == NumberKind::kHistogram) return part == "count" || part == "sum";
  return number.kind != NumberKind::kRatio;
}

NamedStatistics::NamedStatistics(const RunRecord& run) : run_{run} {
  for (const RunNumber& number : run.numbers) paths_.push_back(number.path);
}

std::vector<const RunNumber*> NamedStatistics::all(const std::string& name) const {
  const NameMatch match = match_name(name, paths_);
  if (match.is_none()) return {};
  if (!match.is_one()) throw Error{ExitCode::kInvalidConfiguration, name_problem(name, match, paths_, "statistic", "")};
  std::vector<const RunNumber*> found;
  for (const std::size_t place : match.places) found.push_back(&run_.numbers[place]);
  return found;
}

std::optional<double> NamedStatistics::find(const std::string& name) const {
  const std::vector<const RunNumber*> found = all(name);
  if (found.empty()) return {};
  double sum = 0;
  for (const RunNumber* number : found) sum += number->value;
  return is_added(*found.front()) ? sum : sum / static_cast<double>(found.size());
}

std::string NamedStatistics::hint(const std::string& name) const {
  return nearest_name(name, paths_);
}

}  // namespace texpipe::study
