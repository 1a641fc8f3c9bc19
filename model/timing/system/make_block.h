// Blocks of a module, made by the implementations that its parameters name.
#pragma once

#include <string>
#include <utility>

#include <systemc>

#include "timing/simulation/simulation.h"
#include "timing/system/block_registry.h"

namespace texpipe::timing {

/// To be used in the constructor of the module that the blocks are part of.
class BlockMaker {
 public:
  /// @param parent  path of the module; empty: the machine
  BlockMaker(const BlockRegistry& blocks, Simulation& simulation, std::string parent)
      : blocks_{blocks}, simulation_{simulation}, parent_{std::move(parent)} {}

  /// A block whose parameters name its implementation. Errors: those of BlockRegistry::check.
  template <machine::BlockKind kind, class Parameters, class... Surroundings>
  auto block(const std::string& name, const Parameters& parameters, Surroundings&&... surroundings) const {
    return chosen<kind>(name, parameters.implementation, parameters, std::forward<Surroundings>(surroundings)...);
  }

  /// A block that is made of the parameters of more than itself.
  template <machine::BlockKind kind, class Parameters, class... Surroundings>
  auto chosen(const std::string& name, const Implementation& implementation, const Parameters& parameters,
              Surroundings&&... surroundings) const {
    const std::string path = parent_.empty() ? name : parent_ + "." + name;
    const auto make = [&] {
      return blocks_.factory<kind>(implementation.name, path)(name.c_str(), simulation_, parameters,
                                                              std::forward<Surroundings>(surroundings)...);
    };
    if (implementation.is_model()) return make();
    const StrictReports::OfForeignModule its_reports;
    try {
      return make();
    } catch (const sc_core::sc_report& report) {
      if (is_of_library(report)) throw;
      throw error_of(report);
    }
  }

 private:
  const BlockRegistry& blocks_;
  Simulation& simulation_;
  std::string parent_;
};

}  // namespace texpipe::timing
