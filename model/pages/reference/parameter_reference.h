// All parameters and statistics, as what describes them says: a page and a manual page are made of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "parameters/tree/parameter_tree.h"

namespace texpipe::timing {
class BlockRegistry;
}

namespace texpipe::study {

/// Values that stand side by side.
struct ParameterChapter {
  std::string path;  // without indices; empty: the file's own keys
  std::string help;
  std::vector<ParameterNode> values;
};

struct StatisticEntry {
  std::string name;
  std::string kind;  // counter, ratio, histogram, account
  std::string unit;
  std::string description;
  std::vector<std::pair<std::string, std::string>> categories;  // of an account, with what each means
  std::string only;                                             // when it exists; empty: in every timed run
};

/// The statistics of one kind of block.
struct StatisticChapter {
  std::string path;  // of lists `[*]`
  std::string description;
  std::vector<StatisticEntry> statistics;
};

struct Reference {
  std::string version;
  std::vector<ParameterChapter> study;    // whatever the workload
  std::vector<ParameterChapter> machine;  // with every block that it may have
  std::vector<StatisticChapter> statistics;
};

/// @param blocks  have the model's
Reference reference(const timing::BlockRegistry& blocks);

/// One page that loads nothing, with a field that finds paths and words.
std::string reference_html(const Reference& reference);

/// Manual page texpipe-reference(7).
std::string reference_man(const Reference& reference);

nlohmann::ordered_json reference_json(const Reference& reference);

}  // namespace texpipe::study
