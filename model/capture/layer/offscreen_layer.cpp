// A Vulkan layer by which programs with a window run where nothing can be presented: the images of swapchains are plain
// ones, and the pictures that the program presents can be found in the recording.
#include <utility>

#include "capture/layer/layer_hook.h"
#include "capture/layer/layer_state.h"
#include "capture/layer/present.h"
#include "capture/layer/surface.h"

namespace texpipe::capture {

LayerState& layer_state() {
  static auto* const only = new LayerState;
  return *only;
}

namespace {

/// The loader's structure in the chain of a create call that has this function; null: the loader is none.
template <class LoaderInfo>
LoaderInfo* loader_info(const void* chain, VkStructureType type, VkLayerFunction function) {
  for (auto* at = static_cast<const LoaderInfo*>(chain); at != nullptr;
       at = static_cast<const LoaderInfo*>(at->pNext)) {
    if (at->sType == type && at->function == function) return const_cast<LoaderInfo*>(at);
  }
  return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* memory,
                                               VkInstance* out) {
  auto* const link = loader_info<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO,
                                                            VK_LAYER_LINK_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const auto next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
  const VkResult result = create(info, memory, out);
  if (result != VK_SUCCESS) return result;
  Instance instance{.handle = *out, .next = next};
  instance.destroy = instance.function<PFN_vkDestroyInstance>("vkDestroyInstance");
  instance.surface_capabilities =
      instance.function<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>("vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
  const std::lock_guard guard{layer_state().lock};
  layer_state().instances[key_of(*out)] = instance;
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance handle, const VkAllocationCallbacks* memory) {
  if (handle == VK_NULL_HANDLE) return;
  Instance instance;
  {
    const std::lock_guard guard{layer_state().lock};
    instance = std::exchange(layer_state().instances[key_of(handle)], {});
    layer_state().instances.erase(key_of(handle));
  }
  instance.destroy(handle, memory);
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* memory, VkDevice* out) {
  auto* const link = loader_info<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO,
                                                          VK_LAYER_LINK_INFO);
  auto* const data = loader_info<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO,
                                                          VK_LOADER_DATA_CALLBACK);
  if (link == nullptr || data == nullptr || info->queueCreateInfoCount == 0) return VK_ERROR_INITIALIZATION_FAILED;
  const auto next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  auto device = std::make_unique<Device>();
  device->physical = physical;
  device->next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  device->set_loader_data = data->u.pfnSetDeviceLoaderData;
  device->queue_family = info->pQueueCreateInfos[0].queueFamilyIndex;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;

  const Instance instance = instance_of(physical);
  const auto create = reinterpret_cast<PFN_vkCreateDevice>(next_instance(instance.handle, "vkCreateDevice"));
  if (const VkResult result = create(physical, info, memory, out); result != VK_SUCCESS) return result;
  device->handle = *out;
  instance.function<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(physical,
                                                                                                    &device->memory);
  device->function<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(*out, device->queue_family, 0, &device->queue);
  device->set_loader_data(*out, device->queue);
  const std::lock_guard guard{layer_state().lock};
  layer_state().devices[key_of(*out)] = std::move(device);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice handle, const VkAllocationCallbacks* memory) {
  if (handle == VK_NULL_HANDLE) return;
  std::unique_ptr<Device> device;
  {
    const std::lock_guard guard{layer_state().lock};
    device = std::move(layer_state().devices[key_of(handle)]);
    layer_state().devices.erase(key_of(handle));
  }
  device->function<PFN_vkDestroyDevice>("vkDestroyDevice")(handle, memory);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice handle, const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance handle, const char* name);

/// Function of the layer for a name; null: it has none.
PFN_vkVoidFunction own_function(const char* name) {
  static const LayerHook kHooks[] = {
      {"vkGetInstanceProcAddr", any(instance_function)},
      {"vkGetDeviceProcAddr", any(device_function)},
      {"vkCreateInstance", any(create_instance)},
      {"vkDestroyInstance", any(destroy_instance)},
      {"vkCreateDevice", any(create_device)},
      {"vkDestroyDevice", any(destroy_device)},
  };
  if (const PFN_vkVoidFunction found = find_hook(kHooks, name)) return found;
  const PFN_vkVoidFunction of_swapchain = swapchain_hook(name);
  return of_swapchain != nullptr ? of_swapchain : surface_hook(name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice handle, const char* name) {
  if (const PFN_vkVoidFunction own = own_function(name)) return own;
  PFN_vkGetDeviceProcAddr next = nullptr;
  {
    const std::lock_guard guard{layer_state().lock};
    next = device_of(handle).next;
  }
  return next(handle, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance handle, const char* name) {
  if (const PFN_vkVoidFunction own = own_function(name)) return own;
  if (handle == VK_NULL_HANDLE) return nullptr;
  return instance_of(handle).next(handle, name);
}

}  // namespace

}  // namespace texpipe::capture

/// The first function that the loader asks of a layer.
extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* version) {
  constexpr std::uint32_t kInterface = 2;
  version->loaderLayerInterfaceVersion = kInterface;
  version->pfnGetInstanceProcAddr = texpipe::capture::instance_function;
  version->pfnGetDeviceProcAddr = texpipe::capture::device_function;
  version->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
