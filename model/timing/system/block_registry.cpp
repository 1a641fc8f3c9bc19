#include "timing/system/block_registry.h"

#include <vector>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace texpipe::timing {

void BlockRegistry::add_filter(std::string name, FilterFactory factory) {
  filters_.insert_or_assign(std::move(name), std::move(factory));
}

const FilterFactory& BlockRegistry::filter(std::string_view name, const std::string& path) const {
  const auto found = filters_.find(name);
  if (found != filters_.end()) return found->second;
  if (name == "rtl") unsupported("filter implementation `rtl`: this texpipe was built without Verilator");
  std::vector<std::string_view> names;
  for (const auto& [known, factory] : filters_) names.push_back(known);
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = path,
                         .problem = "no implementation is named `" + std::string{name} + "`",
                         .hint = spelling_hint(name, names)}};
}

BlockRegistry model_blocks() {
  BlockRegistry registry;
  registry.add_filter("model", make_model_filter);
  return registry;
}

}  // namespace texpipe::timing
