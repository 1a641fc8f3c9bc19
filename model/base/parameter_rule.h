// A rule that several parameters keep together, broken.
#pragma once

#include <string>
#include <vector>

namespace texpipe {

/// The paths are those of the parameters that the rule is about, with indices, the one that is told first.
struct BrokenRule {
  std::vector<std::string> paths;
  std::string problem;
  std::string hint;
};

}  // namespace texpipe
