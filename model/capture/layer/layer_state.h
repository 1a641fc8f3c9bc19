// Instances, devices and swapchains of the program, as the layer knows them.
#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "capture/layer/swapchain.h"

namespace texpipe::capture {

/// Next in the chain below this layer for an instance and its physical devices.
struct Instance {
  VkInstance handle = VK_NULL_HANDLE;
  PFN_vkGetInstanceProcAddr next = nullptr;
  // Functions that the layer has taken over: once the instance is made, the loader finds the layer's under their names.
  PFN_vkDestroyInstance destroy = nullptr;
  PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR surface_capabilities = nullptr;

  template <class Function>
  Function function(const char* name) const {
    return reinterpret_cast<Function>(next(handle, name));
  }
};

/// Everything, behind one lock. Never destroyed: threads of the program may use it while it ends.
class LayerState {
 public:
  std::mutex lock;

  /// By the loader's key, which an instance shares with its physical devices, and a device with its queues.
  std::map<const void*, Instance> instances;
  std::map<const void*, std::unique_ptr<Device>> devices;

  std::uint64_t pictures = 0;  // that were noted
  std::uint64_t frames = 0;    // that were presented
};

LayerState& layer_state();

/// The loader's key of a handle.
template <class Handle>
const void* key_of(Handle handle) {
  return *reinterpret_cast<const void* const*>(handle);
}

/// Instance of an instance's or physical device's handle, as it is now.
template <class Handle>
Instance instance_of(Handle handle) {
  const std::lock_guard guard{layer_state().lock};
  return layer_state().instances.at(key_of(handle));
}

/// Device of a device's or queue's handle. Handles that the layer does not know are the program's mistake.
/// The caller holds the lock.
template <class Handle>
Device& device_of(Handle handle) {
  return *layer_state().devices.at(key_of(handle));
}

}  // namespace texpipe::capture
