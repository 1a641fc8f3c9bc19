#include "capture/layer/swapchain.h"

#include <algorithm>
#include <cstdlib>

#include "capture/capture_contract.h"
#include "capture/capture_report.h"

namespace texpipe::capture {

namespace {

/// Structure of a chain, or null. Its own chain is cut off, so that it can go into another.
template <class Structure>
std::optional<Structure> from_chain(const void* chain, VkStructureType type) {
  for (const auto* at = static_cast<const VkBaseInStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType != type) continue;
    Structure found = *reinterpret_cast<const Structure*>(at);
    found.pNext = nullptr;
    return found;
  }
  return {};
}

VkImageCreateInfo image_of(const VkSwapchainCreateInfoKHR& asked, const void* chain) {
  const bool other_formats = (asked.flags & VK_SWAPCHAIN_CREATE_MUTABLE_FORMAT_BIT_KHR) != 0;
  return {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
          .pNext = chain,
          .flags = other_formats ? VkImageCreateFlags{VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT} : 0,
          .imageType = VK_IMAGE_TYPE_2D,
          .format = asked.imageFormat,
          .extent = {asked.imageExtent.width, asked.imageExtent.height, 1},
          .mipLevels = 1,
          .arrayLayers = asked.imageArrayLayers,
          .samples = VK_SAMPLE_COUNT_1_BIT,
          .tiling = VK_IMAGE_TILING_OPTIMAL,
          .usage = asked.imageUsage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
          .sharingMode = asked.imageSharingMode,
          .queueFamilyIndexCount = asked.queueFamilyIndexCount,
          .pQueueFamilyIndices = asked.pQueueFamilyIndices,
          .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
}

}  // namespace

VkDeviceMemory Device::allocate(VkDeviceSize bytes, std::uint32_t allowed, VkMemoryPropertyFlags wanted) const {
  for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
    if ((allowed >> type & 1) == 0 || (memory.memoryTypes[type].propertyFlags & wanted) != wanted) continue;
    const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    .pNext = nullptr,
                                    .allocationSize = bytes,
                                    .memoryTypeIndex = type};
    VkDeviceMemory place = VK_NULL_HANDLE;
    if (function<PFN_vkAllocateMemory>("vkAllocateMemory")(handle, &info, nullptr, &place) == VK_SUCCESS) return place;
  }
  return VK_NULL_HANDLE;
}

std::unique_ptr<Swapchain> Swapchain::make(const Device& device, const VkSwapchainCreateInfoKHR& asked) {
  std::unique_ptr<Swapchain> chain{new Swapchain{device}};
  chain->extent_ = asked.imageExtent;
  chain->format_ = asked.imageFormat;
  const auto formats =
      from_chain<VkImageFormatListCreateInfo>(asked.pNext, VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO);
  const VkImageCreateInfo info = image_of(asked, formats ? &*formats : nullptr);
  const std::uint32_t count = std::clamp(asked.minImageCount, kLeastImages, kMostImages);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!chain->add_image(info)) return nullptr;
  }
  return chain;
}

Swapchain::~Swapchain() {
  device_.function<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(device_.handle);
  copies_.clear();
  for (const VkImage image : images_)
    device_.function<PFN_vkDestroyImage>("vkDestroyImage")(device_.handle, image, nullptr);
  for (const VkDeviceMemory memory : memory_)
    device_.function<PFN_vkFreeMemory>("vkFreeMemory")(device_.handle, memory, nullptr);
}

bool Swapchain::add_image(const VkImageCreateInfo& info) {
  VkImage image = VK_NULL_HANDLE;
  if (device_.function<PFN_vkCreateImage>("vkCreateImage")(device_.handle, &info, nullptr, &image) != VK_SUCCESS)
    return false;
  images_.push_back(image);
  VkMemoryRequirements needs;
  device_.function<PFN_vkGetImageMemoryRequirements>("vkGetImageMemoryRequirements")(device_.handle, image, &needs);
  const VkDeviceMemory memory = device_.allocate(needs.size, needs.memoryTypeBits, 0);
  if (memory == VK_NULL_HANDLE) return false;
  memory_.push_back(memory);
  if (device_.function<PFN_vkBindImageMemory>("vkBindImageMemory")(device_.handle, image, memory, 0) != VK_SUCCESS)
    return false;
  std::unique_ptr<PictureCopy> copy;
  if (std::getenv(kNoPicturesVariable) == nullptr) {
    copy = PictureCopy::make(device_, image, extent_);
    if (!copy) report("presented images could not be copied: the recording names no pictures");
  }
  copies_.push_back(std::move(copy));
  return true;
}

}  // namespace texpipe::capture
