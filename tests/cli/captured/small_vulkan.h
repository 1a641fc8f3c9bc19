// Small parts of Vulkan programs without a window, as tests of `texpipe capture` record them.
#pragma once

#include <dlfcn.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace texpipe::test {

inline void check(VkResult result) {
  if (result == VK_SUCCESS) return;
  std::fprintf(stderr, "Vulkan: %d\n", result);
  std::exit(9);
}

struct Gpu {
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
};

/// The first one. @param features  chain of structures that the device enables
inline Gpu open_gpu(const std::vector<const char*>& extensions = {}, const void* features = nullptr) {
  Gpu gpu;
  const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
  const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkInstance instance = VK_NULL_HANDLE;
  check(vkCreateInstance(&info, nullptr, &instance));
  std::uint32_t count = 1;
  vkEnumeratePhysicalDevices(instance, &count, &gpu.physical);
  if (count == 0) check(VK_ERROR_INITIALIZATION_FAILED);
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue{
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                  .pNext = features,
                                  .queueCreateInfoCount = 1,
                                  .pQueueCreateInfos = &queue,
                                  .enabledExtensionCount = static_cast<std::uint32_t>(extensions.size()),
                                  .ppEnabledExtensionNames = extensions.data()};
  check(vkCreateDevice(gpu.physical, &device, nullptr, &gpu.device));
  vkGetDeviceQueue(gpu.device, 0, 0, &gpu.queue);
  return gpu;
}

/// Memory of the first kind that `allowed` leaves: all kinds of this chip are visible to the CPU.
inline VkDeviceMemory allocate(const Gpu& gpu, const VkMemoryRequirements& needs) {
  std::uint32_t type = 0;
  while ((needs.memoryTypeBits >> type & 1) == 0) ++type;
  const VkMemoryAllocateInfo info{
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check(vkAllocateMemory(gpu.device, &info, nullptr, &memory));
  return memory;
}

/// An RGBA image of 8 bits a channel.
inline VkImage make_image(const Gpu& gpu, VkExtent2D extent, VkImageUsageFlags usage) {
  const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = VK_FORMAT_R8G8B8A8_UNORM,
                               .extent = {extent.width, extent.height, 1},
                               .mipLevels = 1,
                               .arrayLayers = 1,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .usage = usage};
  VkImage image = VK_NULL_HANDLE;
  check(vkCreateImage(gpu.device, &info, nullptr, &image));
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(gpu.device, image, &needs);
  check(vkBindImageMemory(gpu.device, image, allocate(gpu, needs), 0));
  return image;
}

/// A buffer that is mapped for the program.
struct MappedBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  void* bytes = nullptr;
};
inline MappedBuffer make_buffer(const Gpu& gpu, std::uint64_t bytes, VkBufferUsageFlags usage) {
  const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = usage};
  MappedBuffer made;
  check(vkCreateBuffer(gpu.device, &info, nullptr, &made.buffer));
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(gpu.device, made.buffer, &needs);
  const VkDeviceMemory memory = allocate(gpu, needs);
  check(vkBindBufferMemory(gpu.device, made.buffer, memory, 0));
  check(vkMapMemory(gpu.device, memory, 0, VK_WHOLE_SIZE, 0, &made.bytes));
  return made;
}

inline void change_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                     .oldLayout = from,
                                     .newLayout = to,
                                     .image = image,
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr,
                       0, nullptr, 1, &barrier);
}

/// Commands that are begun.
inline VkCommandBuffer begin_commands(const Gpu& gpu) {
  const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandPool pool = VK_NULL_HANDLE;
  check(vkCreateCommandPool(gpu.device, &pool_info, nullptr, &pool));
  const VkCommandBufferAllocateInfo one{
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(gpu.device, &one, &commands));
  const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(commands, &begin));
  return commands;
}

inline void run_commands(const Gpu& gpu, VkCommandBuffer commands) {
  check(vkEndCommandBuffer(commands));
  const VkSubmitInfo submit{
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  check(vkQueueSubmit(gpu.queue, 1, &submit, VK_NULL_HANDLE));
  check(vkQueueWaitIdle(gpu.queue));
}

/// Names mapped memory as picture 0, where a recorder listens.
inline void note_picture(const void* pixels, VkExtent2D extent) {
  using Note = void(const void*, std::uint64_t, const char*);
  const std::string text = "picture 0: " + std::to_string(extent.width) + " x " + std::to_string(extent.height) +
                           ", R8G8B8A8, " + std::to_string(4 * extent.width) + " bytes a row";
  if (auto* const note = reinterpret_cast<Note*>(dlsym(RTLD_DEFAULT, "texpipe_capture_note")))
    note(pixels, std::uint64_t{4} * extent.width * extent.height, text.c_str());
}

}  // namespace texpipe::test
