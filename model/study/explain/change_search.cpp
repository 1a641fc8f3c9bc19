#include "study/explain/change_search.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

namespace texpipe::study {

namespace {

ChangeSet with(const ChangeSet& set, const ChangeSet& more) {
  ChangeSet both;
  std::set_union(set.begin(), set.end(), more.begin(), more.end(), std::back_inserter(both));
  return both;
}

ChangeSet without(const ChangeSet& set, const ChangeSet& less) {
  ChangeSet rest;
  std::set_difference(set.begin(), set.end(), less.begin(), less.end(), std::back_inserter(rest));
  return rest;
}

/// The first `words` words of a path: the group of that depth, or the path itself.
std::string_view group_of(std::string_view path, std::size_t words) {
  std::size_t end = 0;
  for (; words > 0 && end != std::string_view::npos; --words) end = path.find('.', end == 0 ? 0 : end + 1);
  return path.substr(0, end);
}

/// Runs sets, each once, and counts the runs.
class Trier {
 public:
  explicit Trier(const ChangeTrials& trials) : trials_{trials} {}

  /// What was found out about sets; nothing for those that cannot be run, or no longer within the bound.
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

class Search {
 public:
  Search(const std::vector<PossibleChange>& changes, std::uint64_t before, const ChangeTrials& trials)
      : changes_{changes}, before_{before}, trials_{trials}, trier_{trials} {}

  FoundChanges find() {
    FoundChanges found;
    found.everything = everything();
    try_alone(found.everything.changes);
    found.singles = singles();
    found.smallest = smallest(found);
    found.runs = trier_.runs();
    found.cut_short = trier_.cut_short();
    return found;
  }

 private:
  bool saves(const std::optional<std::uint64_t>& cycles) const {
    return cycles && static_cast<double>(*cycles) < (1 - kLeastSaving) * static_cast<double>(before_);
  }

  /// Everything that can be relaxed together, then the words that shorten it further.
  TriedSet everything() {
    ChangeSet relaxed;
    for (std::size_t i = 0; i < changes_.size(); ++i)
      if (!changes_[i].is_word) relaxed.push_back(i);
    if (!trials_.fits(relaxed)) {
      relaxed = fitting(relaxed);
    }
    const TriedSet best = with_words({relaxed, trier_.cycles_of(relaxed).value_or(before_)});
    return best.cycles < before_ ? best : with_words({{}, before_});
  }

  /// As many of the changes as fit together, those first that save most alone.
  ChangeSet fitting(const ChangeSet& relaxed) {
    try_alone(relaxed);
    ChangeSet order;
    for (const TriedSet& single : singles())
      if (!changes_[single.changes.front()].is_word) order.push_back(single.changes.front());
    for (const std::size_t i : relaxed)
      if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
    ChangeSet fit;
    for (const std::size_t i : order)
      if (ChangeSet more = with(fit, {i}); trials_.fits(more)) fit = std::move(more);
    return fit;
  }

  /// Adds words one after the other, the best first, while each shortens the run.
  TriedSet with_words(TriedSet best) {
    const std::map<std::size_t, std::uint64_t> cycles = words_with(best);
    std::vector<std::size_t> order;
    for (const auto& [word, taken] : cycles)
      if (shortens(taken, best.cycles)) order.push_back(word);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return cycles.at(a) < cycles.at(b); });
    std::set<std::string_view> changed;
    for (const std::size_t word : order) {
      if (changed.contains(changes_[word].path)) continue;
      const ChangeSet more = with(best.changes, {word});
      const auto taken = trier_.cycles_of(more);
      if (!taken || !shortens(*taken, best.cycles)) continue;
      best = {more, *taken};
      changed.insert(changes_[word].path);
    }
    return best;
  }

  /// Cycles with each word beside a set, where it can be run.
  std::map<std::size_t, std::uint64_t> words_with(const TriedSet& set) {
    std::vector<std::size_t> words;
    std::vector<ChangeSet> sets;
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      if (!changes_[i].is_word) continue;
      words.push_back(i);
      sets.push_back(with(set.changes, {i}));
    }
    const auto cycles = trier_.cycles_of(sets);
    std::map<std::size_t, std::uint64_t> known;
    for (std::size_t i = 0; i < words.size(); ++i)
      if (cycles[i]) known[words[i]] = *cycles[i];
    return known;
  }

  bool shortens(std::uint64_t cycles, std::uint64_t than) const {
    return static_cast<double>(cycles) + kLeastSaving * static_cast<double>(before_) <= static_cast<double>(than);
  }

  /// Groups alone, from the root of the tree on: what is in a group that saves nothing is not looked at. Words are all
  /// tried alone, because none of their group may have been chosen.
  void try_alone(const ChangeSet& everything) {
    std::vector<ChangeSet> open{everything};
    std::vector<ChangeSet> words;
    for (std::size_t i = 0; i < changes_.size(); ++i)
      if (changes_[i].is_word) words.push_back({i});
    trier_.cycles_of(words);
    for (std::size_t depth = 1; !open.empty(); ++depth) {
      std::vector<ChangeSet> parts;
      for (const ChangeSet& group : open)
        for (ChangeSet& part : split(group, depth)) parts.push_back(std::move(part));
      const auto cycles = trier_.cycles_of(parts);
      open.clear();
      for (std::size_t i = 0; i < parts.size(); ++i) {
        // A group that cannot be changed alone may have members that can.
        if (parts[i].size() > 1 && (saves(cycles[i]) || !cycles[i])) open.push_back(parts[i]);
      }
    }
  }

  /// The parts of a group, by the words of their paths up to a depth.
  std::vector<ChangeSet> split(const ChangeSet& group, std::size_t depth) const {
    std::map<std::string_view, ChangeSet> parts;
    for (const std::size_t i : group) parts[group_of(changes_[i].path, depth)].push_back(i);
    std::vector<ChangeSet> all;
    for (auto& [name, part] : parts) all.push_back(std::move(part));
    return all;
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
  std::uint64_t most_cycles(const TriedSet& everything) const {
    const auto saved = static_cast<double>(before_ - everything.cycles);
    return before_ - static_cast<std::uint64_t>(kKeptSavings * saved);
  }

  TriedSet smallest(const FoundChanges& found) {
    if (!saves(found.everything.cycles)) return {{}, before_};
    const std::uint64_t most = most_cycles(found.everything);
    if (!found.singles.empty() && found.singles.front().cycles <= most) return found.singles.front();
    TriedSet kept = found.everything;
    for (std::size_t depth = 1; !trier_.cut_short(); ++depth) {
      const std::vector<ChangeSet> parts = split(kept.changes, depth);
      leave_out(kept, parts, most);
      const bool finest = std::all_of(parts.begin(), parts.end(), [](const ChangeSet& p) { return p.size() == 1; });
      if (finest) break;
    }
    // What was needed beside others may not be needed without them.
    for (std::size_t before = 0; before != kept.changes.size() && !trier_.cut_short();) {
      before = kept.changes.size();
      leave_out(kept, split(kept.changes, std::string::npos), most);
    }
    return kept;
  }

  /// Leaves out every part without which the set still keeps enough: first all that can be left out alone, together;
  /// where that is too much, one after the other, those that save least alone first.
  void leave_out(TriedSet& kept, const std::vector<ChangeSet>& parts, std::uint64_t most) {
    std::vector<ChangeSet> rests;
    for (const ChangeSet& part : parts) rests.push_back(without(kept.changes, part));
    const auto cycles = trier_.cycles_of(rests);
    std::vector<std::pair<std::uint64_t, ChangeSet>> needless;  // with the cycles without it: the more, the later
    ChangeSet rest = kept.changes;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!cycles[i] || *cycles[i] > most) continue;
      needless.emplace_back(*cycles[i], parts[i]);
      rest = without(rest, parts[i]);
    }
    if (const auto together = trier_.cycles_of(rest); together && *together <= most) {
      kept = {rest, *together};
      return;
    }
    std::stable_sort(needless.begin(), needless.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    leave_out_by_halves(kept, needless, most);
  }

  /// As many of the first parts as can be left out together, by halves; then the next ones.
  void leave_out_by_halves(TriedSet& kept, std::vector<std::pair<std::uint64_t, ChangeSet>> needless,
                           std::uint64_t most) {
    for (std::size_t at = 0, many = needless.size(); at < needless.size() && !trier_.cut_short();) {
      many = std::min(many, needless.size() - at);
      ChangeSet rest = kept.changes;
      for (std::size_t i = at; i < at + many; ++i) rest = without(rest, needless[i].second);
      const auto cycles = trier_.cycles_of(rest);
      if (cycles && *cycles <= most) {
        kept = {rest, *cycles};
        at += many;
        many *= 2;
      } else if (many > 1) {
        many /= 2;
      } else {
        ++at;
      }
    }
  }

  const std::vector<PossibleChange>& changes_;
  std::uint64_t before_;
  const ChangeTrials& trials_;
  Trier trier_;
};

}  // namespace

FoundChanges search_changes(const std::vector<PossibleChange>& changes, std::uint64_t before,
                            const ChangeTrials& trials) {
  return Search{changes, before, trials}.find();
}

}  // namespace texpipe::study
