// Runs of sets of changes, each made once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "analysis/explain/change_search.h"

namespace texpipe::study {

/// The changes of a set that another one lacks.
inline ChangeSet without(const ChangeSet& set, const ChangeSet& less) {
  ChangeSet rest;
  std::set_difference(set.begin(), set.end(), less.begin(), less.end(), std::back_inserter(rest));
  return rest;
}

/// Runs sets, each once, and counts the runs.
class ChangeTrier {
 public:
  explicit ChangeTrier(const ChangeTrials& trials) : trials_{trials} {}

  /// Cycles of each set of changes; none for sets that cannot be run, or not within the bound.
  std::vector<std::optional<std::uint64_t>> cycles_of(const std::vector<ChangeSet>& sets) {
    std::vector<ChangeSet> fresh;
    for (const ChangeSet& set : sets) {
      if (known_.contains(set)) continue;
      if (!trials_.fits(set)) {
        known_[set] = std::nullopt;
      } else if (runs_ + fresh.size() == trials_.most_runs) {
        cut_short_ = true;
      } else if (std::find(fresh.begin(), fresh.end(), set) == fresh.end()) {
        fresh.push_back(set);
      }
    }
    const std::vector<std::optional<std::uint64_t>> cycles =
        fresh.empty() ? std::vector<std::optional<std::uint64_t>>{} : trials_.run(fresh);
    for (std::size_t i = 0; i < fresh.size(); ++i) known_[fresh[i]] = cycles[i];
    runs_ += fresh.size();
    std::vector<std::optional<std::uint64_t>> answers;
    for (const ChangeSet& set : sets) {
      const auto at = known_.find(set);
      answers.push_back(at == known_.end() ? std::nullopt : at->second);
    }
    return answers;
  }
  std::optional<std::uint64_t> cycles_of(const ChangeSet& set) { return cycles_of(std::vector<ChangeSet>{set})[0]; }

  /// Whether a set was tried, or found not to fit.
  bool known(const ChangeSet& set) const { return known_.contains(set); }
  std::size_t runs() const { return runs_; }
  bool cut_short() const { return cut_short_; }

 private:
  const ChangeTrials& trials_;
  std::map<ChangeSet, std::optional<std::uint64_t>> known_;
  std::size_t runs_ = 0;
  bool cut_short_ = false;
};

}  // namespace texpipe::study
