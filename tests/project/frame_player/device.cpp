#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "player.h"

namespace texpipe::frame_player {

void check(VkResult result, const char* function) {
  if (result == VK_SUCCESS) return;
  std::fprintf(stderr, "%s: %d\n", function, result);
  std::exit(9);
}

std::vector<std::uint8_t> read_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    std::exit(9);
  }
  return {std::istreambuf_iterator<char>{file}, {}};
}

namespace {

/// Device extensions that programs use where a device has them.
constexpr const char* kExtensions[] = {
    VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME,    VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME,
    VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME,
    VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME,       VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME,
    VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME};

/// Links the structures of features, each asked and enabled as a whole.
struct Features {
  VkPhysicalDeviceIndexTypeUint8FeaturesEXT index8{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT};
  VkPhysicalDeviceLineRasterizationFeaturesEXT lines{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT,
                                                     &index8};
  VkPhysicalDeviceProvokingVertexFeaturesEXT provoking{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT,
                                                       &lines};
  VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisor{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT, &provoking};
  VkPhysicalDeviceCustomBorderColorFeaturesEXT border{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT, &divisor};
  VkPhysicalDeviceDepthClipEnableFeaturesEXT clip{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_ENABLE_FEATURES_EXT,
                                                  &border};
  VkPhysicalDeviceVulkan13Features v13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, &clip};
  VkPhysicalDeviceVulkan12Features v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &v13};
  VkPhysicalDeviceVulkan11Features v11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &v12};
  VkPhysicalDeviceFeatures2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &v11};
};

}  // namespace

Gpu open_gpu() {
  Gpu gpu;
  const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
  const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkInstance instance = VK_NULL_HANDLE;
  check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
  std::uint32_t count = 1;
  vkEnumeratePhysicalDevices(instance, &count, &gpu.physical);
  if (count == 0) check(VK_ERROR_INITIALIZATION_FAILED, "vkEnumeratePhysicalDevices");
  Features features;
  vkGetPhysicalDeviceFeatures2(gpu.physical, &features.all);
  features.all.features.robustBufferAccess = VK_FALSE;
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue{
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                  .pNext = &features.all,
                                  .queueCreateInfoCount = 1,
                                  .pQueueCreateInfos = &queue,
                                  .enabledExtensionCount = std::size(kExtensions),
                                  .ppEnabledExtensionNames = kExtensions};
  check(vkCreateDevice(gpu.physical, &device, nullptr, &gpu.device), "vkCreateDevice");
  vkGetDeviceQueue(gpu.device, 0, 0, &gpu.queue);
  return gpu;
}

}  // namespace texpipe::frame_player
