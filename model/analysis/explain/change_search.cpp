#include "analysis/explain/change_search.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "analysis/explain/group_cut.h"
#include "analysis/explain/small_set.h"

namespace texpipe::study {

namespace {

ChangeSet with(const ChangeSet& set, const ChangeSet& more) {
  ChangeSet both;
  std::set_union(set.begin(), set.end(), more.begin(), more.end(), std::back_inserter(both));
  return both;
}

/// Groups of numbers that are cut at one time, whatever the number of processors: what is run does not depend on it.
constexpr std::size_t kGroupsAtOnce = 2;
/// Least part of the whole saving that a change has to save beside all others to be among the first candidates.
constexpr double kLeastMissed = 0.05;
/// The gain of a group that cannot be run together, or that does harm, as a share of the cycles: the most that it may
/// be.
constexpr double kUnknown = 1;

class Search {
 public:
  Search(const std::vector<PossibleChange>& changes, std::uint64_t before, const ChangeTrials& trials)
      : changes_{changes}, before_{before}, trials_{trials}, trier_{trials}, small_{trier_} {
    for (std::size_t i = 0; i < changes_.size(); ++i) (changes_[i].is_word ? words_ : numbers_).push_back(i);
  }

  FoundChanges find() {
    FoundChanges found;
    found.everything = everything();
    scan_numbers();
    scan_words({{}, before_});
    found.singles = singles();
    if (!found.singles.empty() && found.singles.front().cycles < found.everything.cycles)
      found.everything = found.singles.front();
    find_smallest(found);
    found.runs = trier_.runs();
    found.cut_short = trier_.cut_short();
    return found;
  }

 private:
  /// Whether a difference of cycles is worth a further look.
  bool matters(std::uint64_t a, std::uint64_t b) const {
    return static_cast<double>(a > b ? a - b : b - a) >= kLeastSaving * static_cast<double>(before_);
  }
  bool shortens(std::uint64_t cycles, std::uint64_t than) const { return cycles < than && matters(cycles, than); }

  /// Everything that can be improved together, then the words that shorten it further.
  TriedSet everything() {
    ChangeSet improved = numbers_;
    if (!trials_.fits(improved)) improved = fitting();
    const TriedSet best = with_words({improved, trier_.cycles_of(improved).value_or(before_)});
    return best.cycles < before_ || best.changes == improved ? best : with_words({{}, before_});
  }

  /// As many of the numbers as fit together, those first that save most alone.
  ChangeSet fitting() {
    scan_numbers();
    ChangeSet order;
    for (const TriedSet& single : singles())
      if (!changes_[single.changes.front()].is_word) order.push_back(single.changes.front());
    for (const std::size_t i : numbers_)
      if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
    ChangeSet fit;
    for (const std::size_t i : order)
      if (ChangeSet more = with(fit, {i}); trials_.fits(more)) fit = std::move(more);
    return fit;
  }

  /// Adds words one after the other, the best first, while each shortens the run.
  TriedSet with_words(TriedSet best) {
    scan_words(best);
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (const std::size_t word : words_) {
      const ChangeSet more = with(best.changes, {word});
      if (!trier_.known(more)) continue;
      const auto taken = trier_.cycles_of(more);
      if (taken && shortens(*taken, best.cycles)) order.emplace_back(*taken, word);
    }
    std::sort(order.begin(), order.end());
    std::set<std::string_view> changed;
    for (const auto& [alone, word] : order) {
      if (changed.contains(changes_[word].path)) continue;
      const ChangeSet more = with(best.changes, {word});
      const auto taken = trier_.cycles_of(more);
      if (!taken || !shortens(*taken, best.cycles)) continue;
      best = {more, *taken};
      changed.insert(changes_[word].path);
    }
    return best;
  }

  /// Numbers alone, while they may be among the changes that are asked for.
  void scan_numbers() {
    cut_down(
        numbers_, [](const ChangeSet& group) { return group; },
        [&](std::uint64_t cycles) {
          return cycles > before_ && matters(cycles, before_) ? kUnknown : 1 - share(cycles);
        },
        [&] { return least_of_singles(); });
  }

  /// Everything without one change, while it may be among those that are missed most: what limits the run when nothing
  /// else does. Of several that limit it one behind the other each is missed, although none saves anything alone.
  void scan_missed(const TriedSet& everything) {
    const double least = std::max(kLeastSaving, kLeastMissed * (1 - share(everything.cycles)));
    cut_down(
        everything.changes, [&](const ChangeSet& group) { return without(everything.changes, group); },
        [&](std::uint64_t cycles) { return share(cycles) - share(everything.cycles); },
        [&] {
          const auto known = missed(everything);
          return known.size() < kMostMembers
                     ? least
                     : std::max(least, share(known[kMostMembers - 1].first) - share(everything.cycles));
        });
  }

  /// Changes that everything was tried without, with the cycles: those that are missed most come first.
  std::vector<std::pair<std::uint64_t, std::size_t>> missed(const TriedSet& everything) {
    std::vector<std::pair<std::uint64_t, std::size_t>> found;
    for (const std::size_t i : everything.changes) {
      const ChangeSet rest = without(everything.changes, {i});
      if (!trier_.known(rest)) continue;
      const auto cycles = trier_.cycles_of(rest);
      if (cycles && shortens(everything.cycles, *cycles)) found.emplace_back(*cycles, i);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
    return found;
  }

  /// Halves of a group, and halves of these, while they gain more than is asked for: what is in a group that gains less
  /// is not looked at, because a change hardly ever does more harm beside others than these do good. The most promising
  /// groups are cut first.
  /// @param set_of  what is run for a group
  /// @param gain    of its cycles, as a share of those of the run
  /// @param bound   what is asked for, by what is known
  template <class SetOf, class Gain, class Bound>
  void cut_down(const ChangeSet& all, SetOf set_of, Gain gain, Bound bound) {
    std::vector<std::pair<double, ChangeSet>> open;
    if (!all.empty()) open.emplace_back(kUnknown, all);
    while (!open.empty() && !trier_.cut_short()) {
      const double asked = bound();
      std::stable_sort(open.begin(), open.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
      std::vector<ChangeSet> parts, sets;
      for (std::size_t taken = 0; taken < kGroupsAtOnce && !open.empty() && open.front().first > asked; ++taken) {
        for (ChangeSet& half : halves(open.front().second)) parts.push_back(std::move(half));
        open.erase(open.begin());
      }
      if (parts.empty()) break;
      for (const ChangeSet& part : parts) sets.push_back(set_of(part));
      const auto cycles = trier_.cycles_of(sets);
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].size() > 1) open.emplace_back(cycles[i] ? gain(*cycles[i]) : kUnknown, parts[i]);
    }
  }

  /// Words beside a set, each alone where it matters: groups that change nothing are not divided. A group has one word
  /// of each parameter; those that made a difference beside another set are tried by themselves at once, and those that
  /// hide others apart from these.
  void scan_words(const TriedSet& beside) {
    std::vector<ChangeSet> open;
    std::map<std::string_view, ChangeSet> apart;  // by the own name of words that hide others
    for (const std::size_t word : words_) {
      const std::string_view path = changes_[word].path;
      const std::string_view name = changes_[word].hides_others ? path.substr(path.rfind('.') + 1) : "";
      active_.contains(word) ? open.push_back({word}) : apart[name].push_back(word);
    }
    for (const auto& [name, words] : apart)
      for (ChangeSet& group : groups_of_words(words, changes_)) open.push_back(std::move(group));
    while (!open.empty() && !trier_.cut_short()) {
      std::vector<ChangeSet> sets;
      for (const ChangeSet& group : open) sets.push_back(with(beside.changes, group));
      const auto cycles = trier_.cycles_of(sets);
      std::vector<ChangeSet> parts;
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (cycles[i] && !matters(*cycles[i], beside.cycles)) continue;
        if (open[i].size() == 1) active_.insert(open[i].front());
        if (open[i].size() == 1) continue;
        for (ChangeSet& half : halves(open[i])) parts.push_back(std::move(half));
      }
      open = std::move(parts);
    }
  }

  std::vector<ChangeSet> halves(const ChangeSet& group) const {
    if (group.size() == 1) return {group};
    const auto cut = group.begin() + static_cast<std::ptrdiff_t>(place_to_cut(group, changes_));
    return {{group.begin(), cut}, {cut, group.end()}};
  }

  double share(std::uint64_t cycles) const { return static_cast<double>(cycles) / static_cast<double>(before_); }

  /// Share of the cycles that the last of the single changes that are asked for saves; what is hardly worth a look
  /// while there are fewer.
  double least_of_singles() {
    const std::vector<TriedSet> known = singles();
    if (known.size() < trials_.singles) return kLeastSaving;
    return std::max(kLeastSaving, 1 - share(known[trials_.singles - 1].cycles));
  }

  /// Changes that were tried alone and save something.
  std::vector<TriedSet> singles() {
    std::vector<TriedSet> found;
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      if (!trier_.known({i})) continue;
      const auto cycles = trier_.cycles_of(ChangeSet{i});
      if (cycles && *cycles < before_) found.push_back({{i}, *cycles});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const TriedSet& a, const TriedSet& b) { return a.cycles < b.cycles; });
    return found;
  }

  /// Cycles that a set may take and keep enough of what everything saves.
  std::uint64_t most_cycles(const TriedSet& everything, double part) const {
    const auto saved = static_cast<double>(before_ - everything.cycles);
    return before_ - static_cast<std::uint64_t>(part * saved);
  }

  /// The smallest set that keeps as large a part of what everything saves as few changes can.
  void find_smallest(FoundChanges& found) {
    found.smallest = {{}, before_};
    if (!shortens(found.everything.cycles, before_)) return;
    if (found.singles.empty() || found.singles.front().cycles > most_cycles(found.everything, kKeptSavings.back()))
      scan_missed(found.everything);
    std::vector<std::size_t> order = by_promise(found);
    for (const double part : kKeptSavings) {
      const std::uint64_t most = most_cycles(found.everything, part);
      if (!found.smallest.changes.empty() && found.smallest.cycles <= most) {
        found.kept = part;
        continue;
      }
      if (!found.singles.empty() && found.singles.front().cycles <= most) {
        small_.begin(most, found.singles.front());
      } else {
        small_.begin(most, found.everything);
        small_.find(order, std::max<std::size_t>(found.smallest.changes.size(), 1));
      }
      const ChangeSet& kept = small_.kept().changes;
      const bool last = kept.size() > kMostMembers && !found.smallest.changes.empty();
      if (last || trier_.cut_short()) break;
      found.smallest = small_.kept();
      found.kept = part;
      if (kept.size() > kMostMembers) break;
      std::stable_partition(order.begin(), order.end(),
                            [&](std::size_t i) { return std::binary_search(kept.begin(), kept.end(), i); });
    }
    if (!found.smallest.changes.empty()) return;
    // The bound on runs came first: what is kept so far may be everything.
    found.smallest = small_.kept();
    found.kept = found.smallest.changes == found.everything.changes ? 1 : kKeptSavings.front();
  }

  /// The changes of everything: those that are missed most, those that save most alone, then the words, then the rest
  /// in the order of the tree.
  std::vector<std::size_t> by_promise(const FoundChanges& found) {
    std::vector<std::size_t> order;
    const auto add = [&](std::size_t i) {
      const ChangeSet& all = found.everything.changes;
      if (std::binary_search(all.begin(), all.end(), i) && std::find(order.begin(), order.end(), i) == order.end())
        order.push_back(i);
    };
    for (const auto& [cycles, change] : missed(found.everything)) add(change);
    for (const TriedSet& single : found.singles)
      if (shortens(single.cycles, before_)) add(single.changes.front());
    for (const std::size_t word : words_) add(word);
    for (const std::size_t i : numbers_) add(i);
    return order;
  }

  const std::vector<PossibleChange>& changes_;
  std::uint64_t before_;
  const ChangeTrials& trials_;
  ChangeTrier trier_;
  SmallSet small_;
  ChangeSet numbers_, words_;
  std::set<std::size_t> active_;  // words that made a difference where they were tried
};

}  // namespace

FoundChanges search_changes(const std::vector<PossibleChange>& changes, std::uint64_t before,
                            const ChangeTrials& trials) {
  return Search{changes, before, trials}.find();
}

}  // namespace texpipe::study
