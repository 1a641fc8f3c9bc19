// `--table FILE` of verbs that run many points: the same as `-p energy=FILE`.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::cli {

/// Adds the table, when one is given, to the words of -p. Errors: kUsage where -p energy= names another.
inline void add_energy_table(const std::string& table, std::vector<std::string>& words) {
  if (table.empty()) return;
  const std::string word = "energy=" + table;
  const auto other = std::find_if(words.begin(), words.end(),
                                  [&](const std::string& w) { return w.starts_with("energy=") && w != word; });
  if (other != words.end())
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--table " + table,
                                             .problem = "-p " + *other + " names another table",
                                             .hint = "leave one of them out"}};
  words.push_back(word);
}

}  // namespace texpipe::cli
