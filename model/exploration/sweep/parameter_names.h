// Parameters by the names that people use for them: whole paths, or the last words of one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// All parameters of studies and machines, whatever the workload.
class ParameterNames {
 public:
  ParameterNames();

  struct Found {
    std::string path;           // as -p takes it
    const ParameterNode* node;  // lives as long as this; its value is the default
  };
  /// `l1.size` is `slice.subslice.sampler.l1.size`: what ends in it, when only one does. Indices may be given.
  /// Errors: kInvalidConfiguration at `position`, with the candidates or the nearest spelling.
  Found find(const std::string& name, const SourcePosition& position) const;

  /// Whole paths without indices.
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  std::string nearest(const std::string& plain) const;

  std::vector<ParameterNode> trees_;
  std::vector<std::string> paths_;
  std::vector<const ParameterNode*> nodes_;  // of the paths
};

}  // namespace texpipe::study
