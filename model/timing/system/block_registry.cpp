#include "timing/system/block_registry.h"

#include <vector>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "timing/memory/memory.h"
#include "timing/system/sampler.h"

namespace texpipe::timing {

namespace {

/// The entry of a name. Errors: kInvalidConfiguration with the nearest spelling.
template <class Factory>
const Factory& found_in(const std::map<std::string, Factory, std::less<>>& entries, std::string_view name,
                        const std::string& path) {
  const auto found = entries.find(name);
  if (found != entries.end()) return found->second;
  std::vector<std::string_view> names;
  for (const auto& [known, factory] : entries) names.push_back(known);
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = path,
                         .problem = "no implementation is named `" + std::string{name} + "`",
                         .hint = spelling_hint(name, names)}};
}

}  // namespace

void BlockRegistry::add_address_generator(std::string name, AddressGeneratorFactory factory) {
  address_generators_.insert_or_assign(std::move(name), std::move(factory));
}

void BlockRegistry::add_filter(std::string name, FilterFactory factory) {
  filters_.insert_or_assign(std::move(name), std::move(factory));
}

void BlockRegistry::add_memory(std::string name, MemoryFactory factory, OwnParameters parameters) {
  if (!parameters.empty()) memory_parameters_.insert_or_assign(name, std::move(parameters));
  memories_.insert_or_assign(std::move(name), std::move(factory));
}

const AddressGeneratorFactory& BlockRegistry::address_generator(std::string_view name, const std::string& path) const {
  return found_in(address_generators_, name, path);
}

const FilterFactory& BlockRegistry::filter(std::string_view name, const std::string& path) const {
  if (name == "rtl" && !filters_.contains(name))
    unsupported("filter implementation `rtl`: this texpipe was built without Verilator");
  return found_in(filters_, name, path);
}

const MemoryFactory& BlockRegistry::memory(std::string_view name, const std::string& path) const {
  return found_in(memories_, name, path);
}

BlockRegistry model_blocks() {
  BlockRegistry registry;
  registry.add_address_generator("model", make_model_address_generator);
  registry.add_filter("model", make_model_filter);
  registry.add_memory("model", [](sc_core::sc_module_name name, Simulation& simulation,
                                  const machine::MemoryParameters& parameters, functional::GpuMemory& bytes) {
    return std::unique_ptr<MemoryBlock>{std::make_unique<Memory>(name, simulation, parameters, bytes)};
  });
  return registry;
}

}  // namespace texpipe::timing
