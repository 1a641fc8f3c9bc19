// Functions of Vulkan that the layer takes over, by name.
#pragma once

#include <vulkan/vulkan.h>

#include <algorithm>
#include <span>
#include <string_view>

namespace texpipe::capture {

struct LayerHook {
  std::string_view name;
  PFN_vkVoidFunction function;
};

/// A function as the loader passes all of them on.
template <class Function>
PFN_vkVoidFunction any(Function* function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

/// Null: none of the hooks has the name.
inline PFN_vkVoidFunction find_hook(std::span<const LayerHook> hooks, std::string_view name) {
  const auto row = std::find_if(hooks.begin(), hooks.end(), [&](const LayerHook& hook) { return hook.name == name; });
  return row == hooks.end() ? nullptr : row->function;
}

}  // namespace texpipe::capture
