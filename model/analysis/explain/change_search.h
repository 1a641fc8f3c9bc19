// Which changes of a machine shorten a run, found by trying them: alone, all together, and the smallest set that keeps
// most of what all of them save. Nothing is concluded that was not tried.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace texpipe::study {

/// A change of one parameter, by its path, whose groups are tried together. Numbers are improved; of a word (or a
/// truth) nobody knows beforehand which of its alternatives is better, and only one of them can hold. A word that takes
/// away or divides anew what others act on (`enabled`, `line`) hides them, and is tried apart from them.
struct PossibleChange {
  std::string path;
  bool is_word = false;
  bool hides_others = false;
};

/// Places in a list of changes, ascending.
using ChangeSet = std::vector<std::size_t>;

/// A set that was tried, and the cycles that the run took with it.
struct TriedSet {
  ChangeSet changes{};
  std::uint64_t cycles = 0;
};

struct ChangeTrials {
  /// Whether the changes together make a machine; nothing is run for it.
  std::function<bool(const ChangeSet&)> fits;
  /// Cycles of a run with each of the sets; none where it cannot be run.
  std::function<std::vector<std::optional<std::uint64_t>>(const std::vector<ChangeSet>&)> run;
  std::size_t most_runs = 400;
  std::size_t singles = 5;  // single changes that are wanted: those that save less are not looked for
};

struct FoundChanges {
  std::vector<TriedSet> singles{};  // one change each, that save something: the fewest cycles first
  TriedSet everything{};            // all improved, and those words that shorten that further
  TriedSet smallest{};              // keeps `kept` of what everything saves; empty when nothing saves anything
  double kept = 0;                  // one of kKeptSavings; 1 where runs ended before a smaller set was found
  std::size_t runs = 0;
  bool cut_short = false;  // the bound on runs ended the search: the smallest set may not be the smallest
};

/// Parts of what everything saves that a smallest set keeps. The last is what is wanted; where that takes more changes
/// than anybody would make, the set keeps one of the others.
inline constexpr std::array<double, 3> kKeptSavings{0.5, 0.75, 0.9};
/// Share of the run's cycles below which a saving is not worth a further look.
inline constexpr double kLeastSaving = 0.01;

/// @param before  cycles of the run as it is
/// The smallest set is minimal: it no longer keeps that part without any one of its changes (unless cut_short).
FoundChanges search_changes(const std::vector<PossibleChange>& changes, std::uint64_t before,
                            const ChangeTrials& trials);

}  // namespace texpipe::study
