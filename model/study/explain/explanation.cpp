#include "study/explain/explanation.h"

#include <fmt/format.h>
#include <algorithm>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "study/energy/energy_estimate.h"
#include "study/explain/change_search.h"
#include "study/explain/changed_runs.h"
#include "study/expression/expression.h"
#include "study/record/run_record.h"
#include "study/run/manifest.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_run(const fs::path& folder, ExitCode code, std::string problem, std::string hint) {
  throw Error{
      code, Diagnostic{.position = {.file = folder.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// The run, where changed machines can tell anything about it.
RunRecord read_timed_run(const fs::path& folder, const timing::BlockRegistry& blocks) {
  RunRecord run = read_run(folder, blocks);
  if (!run.sample.empty())
    refuse_run(folder, ExitCode::kUnsupported, "is a sample, whose cycles are an estimate",
               "-p workload.sample.enabled=false simulates the whole");
  if (run.find("cycles") == nullptr)
    refuse_run(folder, ExitCode::kUnsupported, "is an untimed run, which takes no cycles",
               "`texpipe run --timing loosely_timed` does");
  if (run.settings.empty())
    refuse_run(folder, ExitCode::kMalformedInput, "has no " + std::string{kResolvedConfigurationName},
               "expected a run folder");
  return run;
}

/// A condition on the area of a machine.
class Budget {
 public:
  /// @param text  empty: no condition. `mm2` behind a number may be left out.
  /// @param run   whose actions are counted; its area tells which names there are
  Budget(const std::string& text, const RunRecord& run) : run_{run} {
    if (text.empty()) return;
    std::string bare = text;
    for (std::size_t at; (at = bare.find("mm2")) != std::string::npos;) bare.erase(at, 3);
    condition_ = Expression::parse(bare);
    holds(run.settings);  // names that do not exist are told before anything runs
  }

  bool holds(const std::vector<ParameterNode>& settings) const {
    if (!condition_) return true;
    RunRecord run = run_;
    run.settings = settings;
    add_energy(run, default_energy_table());
    return condition_->holds([&](const std::string& name) -> ExpressionValue {
      const RunNumber* number = name.starts_with("area") ? run.find(name) : nullptr;
      if (number != nullptr) return number->value;
      std::vector<std::string_view> known;
      for (const RunNumber& other : run.numbers)
        if (other.path == "area" || other.path.starts_with("area.")) known.push_back(other.path);
      throw Error{ExitCode::kUsage, Diagnostic{.path = "--budget",
                                               .problem = name + " is no area of this machine",
                                               .hint = spelling_hint(name, known)}};
    });
  }

 private:
  RunRecord run_;
  std::optional<Expression> condition_;
};

std::vector<std::string> assignments_of(const std::vector<MachineChange>& changes, const ChangeSet& set) {
  std::vector<std::string> assignments;
  for (const std::size_t i : set)
    assignments.insert(assignments.end(), changes[i].assignments.begin(), changes[i].assignments.end());
  return assignments;
}

/// Whether two changes give one parameter a value.
bool assigns_twice(const std::vector<std::string>& assignments) {
  std::vector<std::string> parameters;
  for (const std::string& assignment : assignments) parameters.push_back(assignment.substr(0, assignment.find('=')));
  std::sort(parameters.begin(), parameters.end());
  return std::adjacent_find(parameters.begin(), parameters.end()) != parameters.end();
}

TriedChanges tried_changes(const std::vector<MachineChange>& changes, const TriedSet& set) {
  TriedChanges tried{.cycles = set.cycles};
  for (const std::size_t i : set.changes) tried.changes.push_back(changes[i]);
  return tried;
}

}  // namespace

Explanation explain_run(const fs::path& folder, const timing::BlockRegistry& blocks, const ExplainOptions& options) {
  const RunRecord run = read_timed_run(folder, blocks);
  const Budget budget{options.budget, run};
  ChangedRuns runs{folder, blocks, options.jobs};
  const std::vector<MachineChange> changes = machine_changes(runs.configuration(), options.limits);
  Explanation explanation{.study = run.study,
                          .machine = run.machine,
                          .cycles = static_cast<std::uint64_t>(run.find("cycles")->value),
                          .possible = changes.size()};
  const std::uint64_t again = runs.run_unchanged();
  if (again != explanation.cycles)
    refuse_run(folder, ExitCode::kInternalError,
               fmt::format("took {} cycles, and {} when it was run again", explanation.cycles, again),
               "was it made by another version, or did a file that it reads change?");
  explanation.timing = runs.timing();
  std::vector<PossibleChange> possible;
  for (const MachineChange& change : changes) possible.push_back({change.parameter, change.is_word});
  const ChangeTrials trials{.fits =
                                [&](const ChangeSet& set) {
                                  const std::vector<std::string> assignments = assignments_of(changes, set);
                                  if (assigns_twice(assignments)) return false;
                                  std::optional<Configuration> configuration = runs.changed(assignments);
                                  return configuration && budget.holds(configuration->trees());
                                },
                            .run =
                                [&](const std::vector<ChangeSet>& sets) {
                                  std::vector<std::vector<std::string>> all;
                                  for (const ChangeSet& set : sets) all.push_back(assignments_of(changes, set));
                                  return runs.run_each(all);
                                },
                            .most_runs = options.most_runs};
  const FoundChanges found = search_changes(possible, explanation.cycles, trials);
  for (const TriedSet& single : found.singles) explanation.singles.push_back(tried_changes(changes, single));
  explanation.everything = tried_changes(changes, found.everything);
  explanation.smallest = tried_changes(changes, found.smallest);
  explanation.runs = found.runs;
  explanation.cut_short = found.cut_short;
  return explanation;
}

}  // namespace texpipe::study
