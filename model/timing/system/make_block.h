// Maker of a module's blocks, by the implementations that its parameters name.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <systemc>

#include "machine/cache/warm_cache.h"
#include "machine/graph/line_caches.h"
#include "timing/cache/line_cache_block.h"
#include "timing/simulation/simulation.h"
#include "timing/system/block_registry.h"

namespace texpipe::timing {

/// A cache of lines that is a block of a module.
struct CacheBlock {
  const machine::CacheFacts* facts;
  std::unique_ptr<LineCacheBlock> block;

  /// The cache as one whose tags can be warmed; null when they cannot.
  machine::WarmCache* warm() const { return dynamic_cast<machine::WarmCache*>(block.get()); }
};

/// Makes blocks. To be used in the constructor of the module that they are part of.
class BlockMaker {
 public:
  /// @param parent  path of the module; empty: the machine
  BlockMaker(const BlockRegistry& blocks, Simulation& simulation, std::string parent)
      : blocks_{blocks}, simulation_{simulation}, parent_{std::move(parent)} {}

  /// Makes a block whose parameters name its implementation. Errors: those of BlockRegistry::check.
  template <machine::BlockKind kind, class Parameters, class... Surroundings>
  auto block(const std::string& name, const Parameters& parameters, Surroundings&&... surroundings) const {
    return chosen<kind>(name, parameters.implementation, parameters, std::forward<Surroundings>(surroundings)...);
  }

  /// Makes a block from the parameters of more than itself, so its implementation is named separately.
  template <machine::BlockKind kind, class Parameters, class... Surroundings>
  auto chosen(const std::string& name, const Implementation& implementation, const Parameters& parameters,
              Surroundings&&... surroundings) const {
    return made(blocks_.factory<kind>(implementation.name, path_of(name)), name, implementation, parameters,
                std::forward<Surroundings>(surroundings)...);
  }

  /// Makes a cache of lines.
  CacheBlock cache(const machine::LineCacheOf& of, const LineCachePlace& place) const {
    const std::string name{of.facts.name()};
    const Implementation& implementation = of.parameters.implementation;
    return {&of.facts, made(blocks_.cache_factory(of.facts.kind, implementation.name, path_of(name)), name,
                            implementation, of.parameters, place)};
  }

 private:
  std::string path_of(const std::string& name) const { return parent_.empty() ? name : parent_ + "." + name; }

  template <class Factory, class Parameters, class... Surroundings>
  typename Factory::result_type made(const Factory& factory, const std::string& name,
                                     const Implementation& implementation, const Parameters& parameters,
                                     Surroundings&&... surroundings) const {
    const auto make = [&] {
      return factory(name.c_str(), simulation_, parameters, std::forward<Surroundings>(surroundings)...);
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

  const BlockRegistry& blocks_;
  Simulation& simulation_;
  std::string parent_;
};

}  // namespace texpipe::timing
