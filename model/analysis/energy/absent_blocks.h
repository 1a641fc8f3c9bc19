// Blocks whose parameters stand in a machine that does not have them: they take neither energy nor area.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

class AbsentBlocks {
 public:
  /// @param settings  trees of a run's parameters
  explicit AbsentBlocks(const std::vector<ParameterNode>& settings);

  /// Whether a block, or one that it is part of, is switched off (`enabled: false`), belongs to the sampler of a
  /// subslice that uses another one's (`subslices_per_sampler`), or to fixed functions that nothing passes: those of a
  /// workload that is no frame, and of slices behind the first one, which holds them for all.
  bool has(std::string_view block) const;

 private:
  void collect(const ParameterNode& node);
  void collect_unshared(const ParameterNode& slice);
  void collect_fixed_functions(const ParameterNode& frame);

  bool draws_;
  std::vector<std::string> paths_;
};

}  // namespace texpipe::study
