// Implementations of blocks by the name that a machine file gives; whoever builds a system fills it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "timing/system/sampler.h"

namespace texpipe::timing {

class BlockRegistry {
 public:
  /// An implementation of `sampler.filter`; replaces one of the same name.
  void add_filter(std::string name, FilterFactory factory);

  /// @param path  of the parameter, for error texts
  /// Errors: kUnsupported for `rtl` when the program was built without it; kInvalidConfiguration, with the nearest
  /// spelling, for names that nobody added.
  const FilterFactory& filter(std::string_view name, const std::string& path) const;

 private:
  std::map<std::string, FilterFactory, std::less<>> filters_;
};

/// The model's own blocks, each named `model`.
BlockRegistry model_blocks();

}  // namespace texpipe::timing
