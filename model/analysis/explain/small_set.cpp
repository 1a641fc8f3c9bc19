#include "analysis/explain/small_set.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace texpipe::study {

namespace {

ChangeSet first_of(const std::vector<std::size_t>& candidates, std::size_t many) {
  return {candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(many)};
}

ChangeSet joined(ChangeSet set, const ChangeSet& more) {
  set.insert(set.end(), more.begin(), more.end());
  return set;
}

}  // namespace

/// Whether a set keeps enough; one that does becomes the smallest so far if it is smaller.
bool SmallSet::keeps(ChangeSet set) {
  std::sort(set.begin(), set.end());
  const auto cycles = trier_.cycles_of(set);
  if (!cycles || *cycles > most_) return false;
  if (set.size() < kept_.changes.size()) kept_ = {std::move(set), *cycles};
  return true;
}

/// Looks for a set that keeps enough: as many of the first candidates as do, of which the last one is then needed;
/// with it, fewer of the others do, and so on. Ends when more than kMostMembers are needed.
/// @param likely  number of candidates that is tried first
void SmallSet::find_needed(std::vector<std::size_t> candidates, std::size_t likely) {
  ChangeSet needed;
  while (!candidates.empty() && needed.size() <= kMostMembers && !trier_.cut_short() && !keeps(needed)) {
    std::size_t few = 0, enough = likely;  // numbers of candidates: the first is known not to do
    while (enough < candidates.size() && !keeps(joined(needed, first_of(candidates, enough)))) {
      few = enough;
      enough *= 2;
    }
    enough = std::min(enough, candidates.size());
    while (enough - few > 1) {
      const std::size_t middle = (few + enough) / 2;
      (keeps(joined(needed, first_of(candidates, middle))) ? enough : few) = middle;
    }
    needed.push_back(candidates[enough - 1]);
    candidates.resize(enough - 1);
  }
}

/// Leaves out single changes that are not needed: one that was needed beside others may not be needed without them.
void SmallSet::leave_single_changes_out() {
  if (kept_.changes.size() > kMostMembers) return;
  for (std::size_t before = 0; before != kept_.changes.size() && !trier_.cut_short();) {
    before = kept_.changes.size();
    std::vector<ChangeSet> rests;
    for (const std::size_t i : kept_.changes) rests.push_back(without(kept_.changes, {i}));
    const auto cycles = trier_.cycles_of(rests);
    std::size_t best = rests.size();
    for (std::size_t i = 0; i < rests.size(); ++i)
      if (cycles[i] && *cycles[i] <= most_ && (best == rests.size() || *cycles[i] < *cycles[best])) best = i;
    if (best < rests.size()) kept_ = {rests[best], *cycles[best]};
  }
}

}  // namespace texpipe::study
