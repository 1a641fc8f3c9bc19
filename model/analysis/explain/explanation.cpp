#include "analysis/explain/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "analysis/energy/energy_estimate.h"
#include "analysis/explain/change_search.h"
#include "base/diagnostic.h"
#include "base/spelling.h"
#include "host/files/byte_reader.h"
#include "parameters/expression/expression.h"
#include "study/run_folder/manifest.h"
#include "study/run_folder/run_record.h"
#include "study/run_folder/unchanged_inputs.h"

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
  if (run.unfinished)
    refuse_run(folder, ExitCode::kUnsupported, "is an unfinished run, whose cycles are those of a part",
               "run the study to its end");
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
  /// @param text  empty: no condition
  /// @param run   whose actions are counted; its area tells which names there are
  Budget(const std::string& text, const RunRecord& run) : run_{run}, table_{energy_table_of(run.settings)} {
    if (text.empty()) return;
    condition_ = Expression::parse(text);
    if (condition_->names().empty() || text.find_first_of("<>=") == std::string::npos)
      throw Error{ExitCode::kUsage, Diagnostic{.path = "--budget",
                                               .problem = "'" + text + "' is no condition on the area",
                                               .hint = "expected one as 'area < 9mm2', in quotes of the shell"}};
    holds(run.settings);  // names that do not exist are told before anything runs
  }

  /// Errors: kUsage when no machine with one of the changes keeps it.
  void check(const ChangedRuns& runs, const std::vector<MachineChange>& changes) const {
    if (!condition_) return;
    for (const MachineChange& change : changes) {
      std::optional<Configuration> configuration = runs.changed(change.assignments);
      if (configuration && holds(configuration->trees())) return;
    }
    RunRecord run = run_;
    add_energy(run, table_);
    const RunNumber* area = run.find("area");
    throw Error{
        ExitCode::kUsage,
        Diagnostic{.path = "--budget",
                   .problem = fmt::format("no machine with one of {} changes keeps it", changes.size()),
                   .hint = area == nullptr ? "" : fmt::format("the machine as it is has {:.2f} mm2", area->value)}};
  }

  bool holds(const std::vector<ParameterNode>& settings) const {
    if (!condition_) return true;
    RunRecord run = run_;
    run.settings = settings;
    add_energy(run, table_);
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
  EnergyTable table_;
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

/// Changes of the whole machine that shorten the run, each alone. @param most_runs  none is made where they are more
std::vector<TriedChanges> tried_scales(ChangedRuns& runs, const Budget& budget, std::uint64_t unchanged,
                                       const ChangeLimits& limits, std::size_t most_runs, std::size_t& made) {
  std::vector<MachineChange> changes = scale_changes(runs.configuration(), limits);
  std::erase_if(changes, [&](const MachineChange& change) {
    std::optional<Configuration> configuration = runs.changed(change.assignments);
    return !configuration || !budget.holds(configuration->trees());
  });
  std::vector<TriedChanges> scaled;
  if (changes.size() > most_runs) return scaled;
  std::vector<std::vector<std::string>> assignments;
  for (const MachineChange& change : changes) assignments.push_back(change.assignments);
  const std::vector<std::optional<std::uint64_t>> cycles = runs.run_each(assignments);
  made += changes.size();
  for (std::size_t i = 0; i < changes.size(); ++i)
    if (cycles[i] && *cycles[i] < unchanged) scaled.push_back({{changes[i]}, *cycles[i]});
  std::stable_sort(scaled.begin(), scaled.end(), [](const auto& a, const auto& b) { return a.cycles < b.cycles; });
  return scaled;
}

Explanation explain(ChangedRuns& runs, const Budget& budget, Explanation explanation, const ExplainOptions& options,
                    const std::function<void(std::uint64_t)>& check) {
  const std::vector<MachineChange> changes = machine_changes(runs.configuration(), options.limits);
  explanation.possible = changes.size();
  budget.check(runs, changes);
  const std::optional<SampledPart> part = runs.take_sample(options.sample_above);
  const TakenCycles unchanged = runs.run_unchanged();
  explanation.unchanged = unchanged.cycles;
  if (part) {
    explanation.sample = {*part, static_cast<double>(unchanged.within) / static_cast<double>(unchanged.cycles)};
  } else {
    check(unchanged.cycles);
  }
  explanation.timing = runs.timing();
  std::vector<PossibleChange> possible;
  for (const MachineChange& change : changes)
    possible.push_back({change.parameter, change.is_word, change.hides_others});
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
                            .most_runs = options.most_runs,
                            .singles = options.singles};
  const FoundChanges found = search_changes(possible, explanation.unchanged, trials);
  for (const TriedSet& single : found.singles) explanation.singles.push_back(tried_changes(changes, single));
  explanation.everything = tried_changes(changes, found.everything);
  explanation.smallest = tried_changes(changes, found.smallest);
  explanation.kept = found.kept;
  explanation.runs = found.runs;
  explanation.cut_short = found.cut_short;
  explanation.scaled = tried_scales(runs, budget, explanation.unchanged, options.limits, options.most_runs - found.runs,
                                    explanation.runs);
  return explanation;
}

}  // namespace

Explanation explain_run(const fs::path& folder, const timing::BlockRegistry& blocks, const ExplainOptions& options) {
  const RunRecord run = read_timed_run(folder, blocks);
  check_run_inputs(folder);
  const Budget budget{options.budget, run};
  ChangedRuns runs{read_text(folder / kResolvedConfigurationName), (folder / kResolvedConfigurationName).string(),
                   blocks, options.jobs};
  const auto cycles = static_cast<std::uint64_t>(run.find("cycles")->value);
  return explain(runs, budget, {.study = run.study, .machine = run.machine, .cycles = cycles}, options,
                 [&](std::uint64_t again) {
                   if (again == cycles) return;
                   refuse_run(folder, ExitCode::kInternalError,
                              fmt::format("took {} cycles, and {} when it was run again", cycles, again),
                              "was it made by another version?");
                 });
}

Explanation explain_study(Configuration& configuration, const timing::BlockRegistry& blocks,
                          const ExplainOptions& options) {
  // The text's parameters come from the study's own file, and a machine is named by a file that exists: one name stands
  // for both.
  const std::string name =
      configuration.files.empty() ? configuration.study.name : configuration.files.front().string();
  ChangedRuns runs{configuration.resolved_yaml(), name, blocks, options.jobs};
  Explanation explanation =
      explain(runs, Budget{"", {}}, {.study = configuration.study.name, .machine = configuration.machine_name.name},
              options, [](std::uint64_t) {});
  explanation.cycles = explanation.unchanged;
  return explanation;
}

}  // namespace texpipe::study
