#include "capture/layer/surface.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "capture/capture_contract.h"
#include "capture/layer/layer_hook.h"
#include "capture/layer/layer_state.h"

namespace texpipe::capture {

namespace {

/// The extent of a surface that takes that of its swapchain.
constexpr std::uint32_t kOpenExtent = ~0u;
constexpr VkExtent2D kMostExtent{8192, 8192};

struct OfferedFormat {
  VkFormat format;
  const char* bytes;
};
constexpr OfferedFormat kFormats[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, "B8G8R8A8"},
    {VK_FORMAT_B8G8R8A8_SRGB, "B8G8R8A8"},
    {VK_FORMAT_R8G8B8A8_UNORM, "R8G8B8A8"},
    {VK_FORMAT_R8G8B8A8_SRGB, "R8G8B8A8"},
};
constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR,
                                       VK_PRESENT_MODE_MAILBOX_KHR};

/// Gives a list as Vulkan's functions do: its length, or as much as there is room for.
template <class List, class Element, class Put>
VkResult give_list(const List& list, std::uint32_t* count, Element* places, Put put) {
  const auto all = static_cast<std::uint32_t>(std::size(list));
  const std::uint32_t given = places == nullptr ? all : std::min(*count, all);
  for (std::uint32_t i = 0; places != nullptr && i < given; ++i) put(places[i], list[i]);
  *count = given;
  return given < all ? VK_INCOMPLETE : VK_SUCCESS;
}

VkSurfaceFormatKHR surface_format(const OfferedFormat& offered) {
  return {offered.format, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
}

VKAPI_ATTR VkResult VKAPI_CALL give_formats(VkPhysicalDevice, VkSurfaceKHR, std::uint32_t* count,
                                            VkSurfaceFormatKHR* places) {
  return give_list(kFormats, count, places,
                   [](VkSurfaceFormatKHR& place, const OfferedFormat& offered) { place = surface_format(offered); });
}

VKAPI_ATTR VkResult VKAPI_CALL give_formats2(VkPhysicalDevice, const VkPhysicalDeviceSurfaceInfo2KHR*,
                                             std::uint32_t* count, VkSurfaceFormat2KHR* places) {
  return give_list(kFormats, count, places, [](VkSurfaceFormat2KHR& place, const OfferedFormat& offered) {
    place.surfaceFormat = surface_format(offered);
  });
}

VKAPI_ATTR VkResult VKAPI_CALL give_modes(VkPhysicalDevice, VkSurfaceKHR, std::uint32_t* count,
                                          VkPresentModeKHR* places) {
  return give_list(kModes, count, places, [](VkPresentModeKHR& place, VkPresentModeKHR mode) { place = mode; });
}

VKAPI_ATTR VkResult VKAPI_CALL give_support(VkPhysicalDevice, std::uint32_t, VkSurfaceKHR, VkBool32* supported) {
  *supported = VK_TRUE;
  return VK_SUCCESS;
}

/// Answer for the window systems, whose functions have further arguments, which are of no interest.
VKAPI_ATTR VkBool32 VKAPI_CALL give_window_support(VkPhysicalDevice, std::uint32_t) {
  return VK_TRUE;
}

/// The window's extent as the driver finds it, unless the user has said another.
VkExtent2D extent_of(VkPhysicalDevice physical, VkSurfaceKHR surface) {
  VkExtent2D extent{kOpenExtent, kOpenExtent};
  if (const char* const asked = std::getenv(kSizeVariable)) {
    std::sscanf(asked, "%ux%u", &extent.width, &extent.height);
    return extent;
  }
  const Instance instance = instance_of(physical);
  const auto next = instance.surface_capabilities;
  VkSurfaceCapabilitiesKHR found{};
  if (next != nullptr && next(physical, surface, &found) == VK_SUCCESS && found.currentExtent.width != 0 &&
      found.currentExtent.height != 0)
    extent = found.currentExtent;
  return extent;
}

VKAPI_ATTR VkResult VKAPI_CALL give_capabilities(VkPhysicalDevice physical, VkSurfaceKHR surface,
                                                 VkSurfaceCapabilitiesKHR* capabilities) {
  *capabilities = {.minImageCount = Swapchain::kLeastImages,
                   .maxImageCount = Swapchain::kMostImages,
                   .currentExtent = extent_of(physical, surface),
                   .minImageExtent = {1, 1},
                   .maxImageExtent = kMostExtent,
                   .maxImageArrayLayers = 1,
                   .supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                   .currentTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                   .supportedCompositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR | VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
                   .supportedUsageFlags = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                          VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT};
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL give_capabilities2(VkPhysicalDevice physical,
                                                  const VkPhysicalDeviceSurfaceInfo2KHR* asked,
                                                  VkSurfaceCapabilities2KHR* capabilities) {
  return give_capabilities(physical, asked->surface, &capabilities->surfaceCapabilities);
}

const LayerHook kHooks[] = {
    {"vkGetPhysicalDeviceSurfaceSupportKHR", any(give_support)},
    {"vkGetPhysicalDeviceXcbPresentationSupportKHR", any(give_window_support)},
    {"vkGetPhysicalDeviceXlibPresentationSupportKHR", any(give_window_support)},
    {"vkGetPhysicalDeviceWaylandPresentationSupportKHR", any(give_window_support)},
    {"vkGetPhysicalDeviceSurfaceCapabilitiesKHR", any(give_capabilities)},
    {"vkGetPhysicalDeviceSurfaceCapabilities2KHR", any(give_capabilities2)},
    {"vkGetPhysicalDeviceSurfaceFormatsKHR", any(give_formats)},
    {"vkGetPhysicalDeviceSurfaceFormats2KHR", any(give_formats2)},
    {"vkGetPhysicalDeviceSurfacePresentModesKHR", any(give_modes)},
};

}  // namespace

const char* bytes_of_pixel(VkFormat format) {
  const auto* const row = std::find_if(std::begin(kFormats), std::end(kFormats),
                                       [&](const OfferedFormat& offered) { return offered.format == format; });
  return row == std::end(kFormats) ? nullptr : row->bytes;
}

PFN_vkVoidFunction surface_hook(const char* name) {
  return find_hook(kHooks, name);
}

}  // namespace texpipe::capture
