#include "capture/layer/swapchain.h"

namespace texpipe::capture {

namespace {

constexpr std::uint64_t kPixelBytes = 4;

/// Change of the whole image's layout that waits for everything before it.
VkImageMemoryBarrier layout_change(VkImage image, VkImageLayout from, VkImageLayout to, VkAccessFlags written,
                                   VkAccessFlags read) {
  return {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
          .pNext = nullptr,
          .srcAccessMask = written,
          .dstAccessMask = read,
          .oldLayout = from,
          .newLayout = to,
          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
          .image = image,
          .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
}

}  // namespace

std::unique_ptr<PictureCopy> PictureCopy::make(const Device& device, VkImage image, VkExtent2D extent) {
  std::unique_ptr<PictureCopy> copy{new PictureCopy{device}};
  copy->bytes_ = kPixelBytes * extent.width * extent.height;
  if (!copy->make_buffer() || !copy->record(image, extent)) return nullptr;
  return copy;
}

PictureCopy::~PictureCopy() {
  device_.function<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(device_.handle, pool_, nullptr);
  device_.function<PFN_vkDestroyBuffer>("vkDestroyBuffer")(device_.handle, buffer_, nullptr);
  device_.function<PFN_vkFreeMemory>("vkFreeMemory")(device_.handle, memory_, nullptr);
}

bool PictureCopy::make_buffer() {
  const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .pNext = nullptr,
                                .flags = 0,
                                .size = bytes_,
                                .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                                .queueFamilyIndexCount = 0,
                                .pQueueFamilyIndices = nullptr};
  if (device_.function<PFN_vkCreateBuffer>("vkCreateBuffer")(device_.handle, &info, nullptr, &buffer_) != VK_SUCCESS)
    return false;
  VkMemoryRequirements needs;
  device_.function<PFN_vkGetBufferMemoryRequirements>("vkGetBufferMemoryRequirements")(device_.handle, buffer_, &needs);
  memory_ = device_.allocate(needs.size, needs.memoryTypeBits,
                             VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  return memory_ != VK_NULL_HANDLE &&
         device_.function<PFN_vkBindBufferMemory>("vkBindBufferMemory")(device_.handle, buffer_, memory_, 0) ==
             VK_SUCCESS &&
         device_.function<PFN_vkMapMemory>("vkMapMemory")(device_.handle, memory_, 0, VK_WHOLE_SIZE, 0, &pixels_) ==
             VK_SUCCESS;
}

bool PictureCopy::record(VkImage image, VkExtent2D extent) {
  const VkCommandPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                     .pNext = nullptr,
                                     .flags = 0,
                                     .queueFamilyIndex = device_.queue_family};
  if (device_.function<PFN_vkCreateCommandPool>("vkCreateCommandPool")(device_.handle, &pool, nullptr, &pool_) !=
      VK_SUCCESS)
    return false;
  const VkCommandBufferAllocateInfo one{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .pNext = nullptr,
                                        .commandPool = pool_,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
  if (device_.function<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(device_.handle, &one, &commands_) !=
          VK_SUCCESS ||
      device_.set_loader_data(device_.handle, commands_) != VK_SUCCESS)
    return false;
  const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                       .pNext = nullptr,
                                       .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
                                       .pInheritanceInfo = nullptr};
  if (device_.function<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(commands_, &begin) != VK_SUCCESS) return false;
  const auto barrier = device_.function<PFN_vkCmdPipelineBarrier>("vkCmdPipelineBarrier");
  const VkImageMemoryBarrier to_read =
      layout_change(image, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                    VK_ACCESS_MEMORY_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT);
  barrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0, nullptr, 1,
          &to_read);
  const VkBufferImageCopy whole{.bufferOffset = 0,
                                .bufferRowLength = 0,
                                .bufferImageHeight = 0,
                                .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .imageOffset = {},
                                .imageExtent = {extent.width, extent.height, 1}};
  device_.function<PFN_vkCmdCopyImageToBuffer>("vkCmdCopyImageToBuffer")(
      commands_, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer_, 1, &whole);
  const VkImageMemoryBarrier back =
      layout_change(image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, 0, 0);
  const VkMemoryBarrier to_cpu{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .pNext = nullptr,
                               .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
  barrier(commands_, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
          0, 1, &to_cpu, 0, nullptr, 1, &back);
  return device_.function<PFN_vkEndCommandBuffer>("vkEndCommandBuffer")(commands_) == VK_SUCCESS;
}

}  // namespace texpipe::capture
