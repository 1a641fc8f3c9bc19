// Search for a small set of changes that keeps enough of what all of them save.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/explain/change_trier.h"

namespace texpipe::study {

/// Most changes of a set that is made smaller: nobody would make all changes of a larger one.
inline constexpr std::size_t kMostMembers = 6;

class SmallSet {
 public:
  /// @param trier  outlives this
  explicit SmallSet(ChangeTrier& trier) : trier_{trier} {}

  /// Begins a search for a set that takes at most `most` cycles. @param known  a set that does, or the best there is
  void begin(std::uint64_t most, TriedSet known) {
    most_ = most;
    kept_ = std::move(known);
  }

  /// Looks for a smaller set among the candidates, then leaves out what is not needed.
  /// @param candidates  most promising first
  /// @param likely      number of candidates that is tried first
  void find(const std::vector<std::size_t>& candidates, std::size_t likely) {
    find_needed(candidates, likely);
    leave_single_changes_out();
  }

  /// The smallest set so far.
  const TriedSet& kept() const { return kept_; }

 private:
  bool keeps(ChangeSet set);
  void find_needed(std::vector<std::size_t> candidates, std::size_t likely);
  void leave_single_changes_out();

  ChangeTrier& trier_;
  std::uint64_t most_ = 0;  // cycles of a set that keeps enough
  TriedSet kept_;
};

}  // namespace texpipe::study
