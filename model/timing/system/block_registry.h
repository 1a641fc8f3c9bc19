// Implementations of blocks by the name that a machine file gives; whoever builds a system fills it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/own_parameters.h"

// Whoever passes a registry on needs no SystemC: what a factory makes stands in timing/memory/memory_block.h and
// timing/stage/footprint_block.h.
namespace sc_core {
class sc_module_name;
}
namespace texpipe::functional {
class GpuMemory;
}
namespace texpipe::machine {
struct AddressGeneratorParameters;
struct FilterParameters;
struct MemoryParameters;
}  // namespace texpipe::machine

namespace texpipe::timing {

class FootprintBlock;
class MemoryBlock;
struct Simulation;

/// Makes the block that stands in for the address generator: at `in` each payload is a subspan, at `out` a footprint.
using AddressGeneratorFactory = std::function<std::unique_ptr<FootprintBlock>(
    sc_core::sc_module_name, Simulation&, const machine::AddressGeneratorParameters&)>;

/// Makes the block that stands in for the filter.
using FilterFactory = std::function<std::unique_ptr<FootprintBlock>(sc_core::sc_module_name, Simulation&,
                                                                    const machine::FilterParameters&)>;

/// @param parameters  of the machine; `brought` has those that were added with the implementation
/// @param bytes       of the GPU, current at any time: for memories that keep none
using MemoryFactory = std::function<std::unique_ptr<MemoryBlock>(
    sc_core::sc_module_name, Simulation&, const machine::MemoryParameters& parameters, functional::GpuMemory& bytes)>;

class BlockRegistry {
 public:
  /// An implementation of `sampler.address_generator`; replaces one of the same name.
  void add_address_generator(std::string name, AddressGeneratorFactory factory);

  /// An implementation of `sampler.filter`; replaces one of the same name.
  void add_filter(std::string name, FilterFactory factory);

  /// An implementation of `memory`, with parameters of its own if it has any; replaces one of the same name.
  void add_memory(std::string name, MemoryFactory factory, OwnParameters parameters = {});

  /// What memories bring, by name: for machine::MemoryParameters::brought.
  const std::map<std::string, OwnParameters>& memory_parameters() const { return memory_parameters_; }

  /// @param path  of the parameter, for error texts
  /// Errors: kUnsupported for `rtl` when the program was built without it; kInvalidConfiguration, with the nearest
  /// spelling, for names that nobody added.
  const AddressGeneratorFactory& address_generator(std::string_view name, const std::string& path) const;
  const FilterFactory& filter(std::string_view name, const std::string& path) const;
  const MemoryFactory& memory(std::string_view name, const std::string& path) const;

 private:
  std::map<std::string, AddressGeneratorFactory, std::less<>> address_generators_;
  std::map<std::string, FilterFactory, std::less<>> filters_;
  std::map<std::string, MemoryFactory, std::less<>> memories_;
  std::map<std::string, OwnParameters> memory_parameters_;
};

/// The model's own blocks, each named `model`.
BlockRegistry model_blocks();

}  // namespace texpipe::timing
