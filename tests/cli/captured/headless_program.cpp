// A small Vulkan program without a window, for tests of `texpipe capture`: it clears an image, reads it back and names
// the bytes for the recording.
//   headless_program WAY   WAY is what it does after that: exit, fail (exit code 3), crash, hang; nothing: it draws
//   nothing; unnamed: it names nothing
#include <dlfcn.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr std::uint32_t kWidth = 64;
constexpr std::uint32_t kHeight = 32;
constexpr std::uint64_t kBytes = 4 * kWidth * kHeight;

void check(VkResult result) {
  if (result == VK_SUCCESS) return;
  std::fprintf(stderr, "Vulkan: %d\n", result);
  std::exit(9);
}

struct Gpu {
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
};

Gpu open_gpu() {
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
  const VkDeviceCreateInfo device{
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
  check(vkCreateDevice(gpu.physical, &device, nullptr, &gpu.device));
  vkGetDeviceQueue(gpu.device, 0, 0, &gpu.queue);
  return gpu;
}

/// Memory of the first kind that `allowed` leaves: all kinds of this chip are visible to the CPU.
VkDeviceMemory allocate(const Gpu& gpu, const VkMemoryRequirements& needs) {
  std::uint32_t type = 0;
  while ((needs.memoryTypeBits >> type & 1) == 0) ++type;
  const VkMemoryAllocateInfo info{
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check(vkAllocateMemory(gpu.device, &info, nullptr, &memory));
  return memory;
}

VkImage make_image(const Gpu& gpu) {
  const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = VK_FORMAT_R8G8B8A8_UNORM,
                               .extent = {kWidth, kHeight, 1},
                               .mipLevels = 1,
                               .arrayLayers = 1,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  VkImage image = VK_NULL_HANDLE;
  check(vkCreateImage(gpu.device, &info, nullptr, &image));
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(gpu.device, image, &needs);
  check(vkBindImageMemory(gpu.device, image, allocate(gpu, needs), 0));
  return image;
}

VkBuffer make_buffer(const Gpu& gpu, void** pixels) {
  const VkBufferCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = kBytes, .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  VkBuffer buffer = VK_NULL_HANDLE;
  check(vkCreateBuffer(gpu.device, &info, nullptr, &buffer));
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(gpu.device, buffer, &needs);
  const VkDeviceMemory memory = allocate(gpu, needs);
  check(vkBindBufferMemory(gpu.device, buffer, memory, 0));
  check(vkMapMemory(gpu.device, memory, 0, VK_WHOLE_SIZE, 0, pixels));
  return buffer;
}

void change_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
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

VkCommandBuffer record(const Gpu& gpu, VkImage image, VkBuffer buffer) {
  const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandPool pool = VK_NULL_HANDLE;
  check(vkCreateCommandPool(gpu.device, &pool_info, nullptr, &pool));
  const VkCommandBufferAllocateInfo one{
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(gpu.device, &one, &commands));
  const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(commands, &begin));
  change_layout(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  const VkClearColorValue colour{.float32 = {0.25F, 0.5F, 0.75F, 1}};
  const VkImageSubresourceRange whole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &colour, 1, &whole);
  change_layout(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  const VkBufferImageCopy copy{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                               .imageExtent = {kWidth, kHeight, 1}};
  vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer, 1, &copy);
  check(vkEndCommandBuffer(commands));
  return commands;
}

void draw(const Gpu& gpu, bool named) {
  void* pixels = nullptr;
  const VkImage image = make_image(gpu);
  const VkCommandBuffer commands = record(gpu, image, make_buffer(gpu, &pixels));
  const VkSubmitInfo submit{
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  check(vkQueueSubmit(gpu.queue, 1, &submit, VK_NULL_HANDLE));
  check(vkQueueWaitIdle(gpu.queue));
  using Note = void(const void*, std::uint64_t, const char*);
  auto* const note = reinterpret_cast<Note*>(dlsym(RTLD_DEFAULT, "texpipe_capture_note"));
  if (named && note != nullptr) note(pixels, kBytes, "picture 0: 64 x 32, R8G8B8A8, 256 bytes a row");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string way = argc > 1 ? argv[1] : "exit";
  if (way == "nothing") return 0;
  draw(open_gpu(), way != "unnamed");
  if (way == "fail") return 3;
  if (way == "crash") raise(SIGSEGV);
  while (way == "hang") sleep(1);
  return 0;
}
