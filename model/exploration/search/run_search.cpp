#include "exploration/search/run_search.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "exploration/search/nsga2.h"
#include "exploration/search/search_space.h"
#include "exploration/sweep/pareto.h"
#include "host/signals/interruption.h"

namespace texpipe::study {

namespace {

/// A place and the point that it is.
struct Candidate {
  std::vector<double> place;
  std::size_t point;
};

class Search {
 public:
  Search(const SweepOptions& options, SweepEngine& engine, const timing::BlockRegistry& blocks)
      : file_{options.file},
        space_{options, engine, blocks},
        algorithm_{space_.section().axes.size(), space_.section().points, space_.section().seed} {}

  SearchOutcome run() {
    std::vector<Candidate> candidates;
    for (std::vector<double>& place : algorithm_.first()) take(std::move(place), candidates);
    if (candidates.empty()) refuse();
    std::vector<Individual> population;
    while (space_.run()) {
      ++outcome_.generations;
      const std::vector<PointState> states = space_.states();
      for (Candidate& c : candidates)
        population.push_back({std::move(c.place), costs_of(space_.plan(), states[c.point])});
      population = algorithm_.survivors(std::move(population));
      if (outcome_.generations >= space_.section().generations) break;
      candidates = children(population);
      if (candidates.empty()) break;
    }
    outcome_.sweep = space_.finish();
    return std::move(outcome_);
  }

 private:
  /// Takes a place that is a point that was not there before.
  void take(std::vector<double> place, std::vector<Candidate>& candidates) {
    try {
      const std::optional<std::size_t> point = space_.at(place);
      if (point && seen_.insert(*point).second) candidates.push_back({std::move(place), *point});
    } catch (const Error& error) {
      if (outcome_.refused++ == 0) outcome_.first_refusal = error.what();
      if (!first_error_) first_error_.emplace(error);
    }
  }

  std::vector<Candidate> children(const std::vector<Individual>& parents) {
    constexpr std::size_t kTries = 20;  // for each child: small spaces have few new ones left
    std::vector<Candidate> candidates;
    const std::size_t count = space_.section().points;
    for (std::size_t n = 0; n < kTries * count && candidates.size() < count; ++n)
      take(algorithm_.child(parents), candidates);
    return candidates;
  }

  [[noreturn]] void refuse() {
    if (first_error_) {
      std::vector<Diagnostic> problems = first_error_->diagnostics();
      problems.push_back(
          {.position = {file_.string()},
           .path = "search.axes",
           .problem = "no point of the first generation is a machine",
           .hint = "give numbers that have to fit each other as lists of values, or ranges with `steps`"});
      throw Error{first_error_->code(), std::move(problems)};
    }
    throw Error{ExitCode::kInvalidConfiguration, Diagnostic{.position = {file_.string()},
                                                            .path = "constraints",
                                                            .problem = "no point is left",
                                                            .hint = "they refuse every point of the first generation"}};
  }

  std::filesystem::path file_;
  SearchSpace space_;
  Nsga2 algorithm_;
  std::set<std::size_t> seen_;
  std::optional<Error> first_error_;
  SearchOutcome outcome_;
};

}  // namespace

SearchOutcome run_search(const SweepOptions& options, SweepEngine& engine, const timing::BlockRegistry& blocks) {
  Search search{options, engine, blocks};
  const InterruptionGuard guard;
  return search.run();
}

}  // namespace texpipe::study
