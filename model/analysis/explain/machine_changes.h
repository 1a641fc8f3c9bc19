// Changes of a machine that may shorten a run: each number improved, each word and truth replaced by its alternatives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/definition/study.h"

namespace texpipe::study {

/// A parameter, the value it has and the one it would get.
struct MachineChange {
  std::string parameter;  // without indices of lists
  std::string from, to;
  std::vector<std::string> assignments;  // for -p: of the parameter, and of one that has to change with it
  bool is_word = false;
  bool hides_others = false;  // as PossibleChange
};

/// Which parameters may change: patterns as `chooses` takes them (`memory`, `l1.size`, `*.slots`).
struct ChangeLimits {
  std::vector<std::string> only{};  // empty: all
  std::vector<std::string> except{};
};

/// Every parameter of the machine that can act in the study, in the order of the machine's tree. A number is improved
/// to twice as good as it is, or to its default where that is better, within its range: times and intervals downwards,
/// rates, capacities and sizes upwards; words and truths of which one is never worse than the others become that one;
/// sizes of lines, rows and pages and threads, of which more may be better or worse, are halved and doubled; of lists
/// the worst element counts, and all elements change. A number of banks that goes with masks of a hash takes the hash
/// `xor` along. Left out are seeds and implementations and, unless `only` has them by their names, the clock (a faster
/// one takes more cycles) and those of scale_changes. Errors: kUsage for a pattern that no parameter fits, with the
/// nearest one.
std::vector<MachineChange> machine_changes(Configuration& configuration, const ChangeLimits& limits);

/// Changes of the whole machine, each twice as much: numbers of slices, subslices and samplers (which multiply
/// filters and caches, too), and the compression of memory. They would win against every change of a unit and
/// tell nothing of units, so they stand apart. None where `only` says which parameters may change.
std::vector<MachineChange> scale_changes(Configuration& configuration, const ChangeLimits& limits);

}  // namespace texpipe::study
