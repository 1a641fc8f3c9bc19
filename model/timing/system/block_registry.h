// Implementations of blocks by the name that a machine file gives; whoever builds a system fills it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "timing/memory/memory_block.h"
#include "timing/system/sampler.h"

namespace texpipe::timing {

class BlockRegistry {
 public:
  /// An implementation of `sampler.filter`; replaces one of the same name.
  void add_filter(std::string name, FilterFactory factory);

  /// An implementation of `memory`, with parameters of its own if it has any; replaces one of the same name.
  void add_memory(std::string name, MemoryFactory factory, OwnParameters parameters = {});

  /// What memories bring, by name: for machine::MemoryParameters::brought.
  const std::map<std::string, OwnParameters>& memory_parameters() const { return memory_parameters_; }

  /// @param path  of the parameter, for error texts
  /// Errors: kUnsupported for `rtl` when the program was built without it; kInvalidConfiguration, with the nearest
  /// spelling, for names that nobody added.
  const FilterFactory& filter(std::string_view name, const std::string& path) const;
  const MemoryFactory& memory(std::string_view name, const std::string& path) const;

 private:
  std::map<std::string, FilterFactory, std::less<>> filters_;
  std::map<std::string, MemoryFactory, std::less<>> memories_;
  std::map<std::string, OwnParameters> memory_parameters_;
};

/// The model's own blocks, each named `model`.
BlockRegistry model_blocks();

}  // namespace texpipe::timing
