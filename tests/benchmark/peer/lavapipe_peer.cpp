// Samples per second of Mesa's lavapipe on one thread, by a compute shader: the peer of the untimed functional core.
// Prints a line `lavapipe/CASE,M_SAMPLES_PER_SECOND` for each case: the median of some runs, by processor time.
#include <vulkan/vulkan.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

#include "sample.spv.h"

namespace {

constexpr std::uint32_t kSize = 1024;       // texels along an axis of the texture
constexpr std::uint32_t kPixels = 1 << 20;  // of a dispatch
constexpr std::uint32_t kLevels = 11;

void check(VkResult result, const char* what) {
  if (result != VK_SUCCESS) throw std::runtime_error(std::string{what} + ": VkResult " + std::to_string(result));
}

struct Case {
  const char* name;
  VkFormat format;
  std::uint32_t element_bytes;
  std::uint32_t element_side;  // texels
  bool floats;
  std::int32_t gradients;
  std::int32_t random;
  VkSamplerMipmapMode mip;
  float anisotropy;  // 1: none
  float step;        // texels from pixel to pixel
  float stretch;     // of it along u
};

constexpr auto kNearest = VK_SAMPLER_MIPMAP_MODE_NEAREST;
constexpr auto kLinear = VK_SAMPLER_MIPMAP_MODE_LINEAR;
constexpr Case kCases[] = {
    {"bilinear_rgba8", VK_FORMAT_R8G8B8A8_UNORM, 4, 1, false, 0, 0, kNearest, 1, 1, 1},
    {"bilinear_rgba8_random", VK_FORMAT_R8G8B8A8_UNORM, 4, 1, false, 0, 1, kNearest, 1, 1, 1},
    {"bilinear_rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1, true, 0, 0, kNearest, 1, 1, 1},
    {"bilinear_rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, true, 0, 0, kNearest, 1, 1, 1},
    {"bilinear_bc1", VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, 4, false, 0, 0, kNearest, 1, 1, 1},
    {"bilinear_bc7", VK_FORMAT_BC7_UNORM_BLOCK, 16, 4, false, 0, 0, kNearest, 1, 1, 1},
    {"trilinear_rgba8", VK_FORMAT_R8G8B8A8_UNORM, 4, 1, false, 1, 0, kLinear, 1, 1.4f, 1},
    {"trilinear_rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1, true, 1, 0, kLinear, 1, 1.4f, 1},
    {"trilinear_rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, true, 1, 0, kLinear, 1, 1.4f, 1},
    {"trilinear_bc1", VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, 4, false, 1, 0, kLinear, 1, 1.4f, 1},
    {"trilinear_bc7", VK_FORMAT_BC7_UNORM_BLOCK, 16, 4, false, 1, 0, kLinear, 1, 1.4f, 1},
    {"anisotropic16_rgba8", VK_FORMAT_R8G8B8A8_UNORM, 4, 1, false, 1, 0, kNearest, 16, 0.8f, 20},
};

/// A device of the kind CPU, with one queue.
class Device {
 public:
  Device() {
    setenv("LP_NUM_THREADS", "1", 0);
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    check(vkCreateInstance(&info, nullptr, &instance_), "no Vulkan");
    std::uint32_t count = 16;
    std::array<VkPhysicalDevice, 16> found{};
    vkEnumeratePhysicalDevices(instance_, &count, found.data());
    for (std::uint32_t i = 0; i < count && physical == nullptr; ++i) {
      VkPhysicalDeviceProperties properties;
      vkGetPhysicalDeviceProperties(found[i], &properties);
      if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) physical = found[i];
      if (physical != nullptr) std::printf("device,%s\n", properties.deviceName);
    }
    if (physical == nullptr) throw std::runtime_error("no Vulkan device of the kind CPU");
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue_info{
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkPhysicalDeviceFeatures features{.samplerAnisotropy = VK_TRUE, .textureCompressionBC = VK_TRUE};
    const VkDeviceCreateInfo device_info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                         .queueCreateInfoCount = 1,
                                         .pQueueCreateInfos = &queue_info,
                                         .pEnabledFeatures = &features};
    check(vkCreateDevice(physical, &device_info, nullptr, &device), "no device");
    vkGetDeviceQueue(device, 0, 0, &queue);
    const VkCommandPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    check(vkCreateCommandPool(device, &pool, nullptr, &commands_), "no command pool");
  }
  ~Device() {
    vkDestroyCommandPool(device, commands_, nullptr);
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance_, nullptr);
  }

  VkDeviceMemory allocate(const VkMemoryRequirements& needed) const {
    VkPhysicalDeviceMemoryProperties properties;
    vkGetPhysicalDeviceMemoryProperties(physical, &properties);
    constexpr VkMemoryPropertyFlags kMapped =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    for (std::uint32_t i = 0; i < properties.memoryTypeCount; ++i) {
      if ((needed.memoryTypeBits >> i & 1) == 0 || (properties.memoryTypes[i].propertyFlags & kMapped) != kMapped)
        continue;
      const VkMemoryAllocateInfo info{
          .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needed.size, .memoryTypeIndex = i};
      VkDeviceMemory memory;
      check(vkAllocateMemory(device, &info, nullptr, &memory), "no memory");
      return memory;
    }
    throw std::runtime_error("no memory that is mapped");
  }

  /// Records, executes and waits.
  template <class Record>
  void execute(const Record& record) const {
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = commands_,
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1};
    VkCommandBuffer buffer;
    check(vkAllocateCommandBuffers(device, &info, &buffer), "no command buffer");
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    check(vkBeginCommandBuffer(buffer, &begin), "begin");
    record(buffer);
    check(vkEndCommandBuffer(buffer), "end");
    const VkSubmitInfo submit{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &buffer};
    check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "submit");
    check(vkQueueWaitIdle(queue), "wait");
    vkFreeCommandBuffers(device, commands_, 1, &buffer);
  }

  VkPhysicalDevice physical = nullptr;
  VkDevice device = nullptr;
  VkQueue queue = nullptr;

 private:
  VkInstance instance_ = nullptr;
  VkCommandPool commands_ = nullptr;
};

struct Buffer {
  Buffer(const Device& owner, VkDeviceSize bytes, VkBufferUsageFlags usage) : device{owner.device} {
    const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = usage};
    check(vkCreateBuffer(device, &info, nullptr, &buffer), "no buffer");
    VkMemoryRequirements needed;
    vkGetBufferMemoryRequirements(device, buffer, &needed);
    memory = owner.allocate(needed);
    check(vkBindBufferMemory(device, buffer, memory, 0), "bind");
    check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &bytes_), "map");
  }
  ~Buffer() {
    vkDestroyBuffer(device, buffer, nullptr);
    vkFreeMemory(device, memory, nullptr);
  }
  std::uint8_t* bytes() { return static_cast<std::uint8_t*>(bytes_); }

  VkDevice device;
  VkBuffer buffer = nullptr;
  VkDeviceMemory memory = nullptr;

 private:
  void* bytes_ = nullptr;
};

/// As texel_noise in sampler_workload.h.
void fill_with_noise(std::uint8_t* bytes, std::size_t count, bool floats) {
  std::uint32_t state = 7;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    bytes[i] = static_cast<std::uint8_t>(state >> 24);
    if (floats && i % 2 == 1) bytes[i] = static_cast<std::uint8_t>((bytes[i] & 0x03) | 0x3C);
  }
}

void set_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                     .oldLayout = from,
                                     .newLayout = to,
                                     .image = image,
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, kLevels, 0, 1}};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr,
                       0, nullptr, 1, &barrier);
}

/// A texture with all levels.
class Texture {
 public:
  Texture(const Device& owner, const Case& c) : device_{owner.device} {
    const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .imageType = VK_IMAGE_TYPE_2D,
                                 .format = c.format,
                                 .extent = {kSize, kSize, 1},
                                 .mipLevels = kLevels,
                                 .arrayLayers = 1,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .tiling = VK_IMAGE_TILING_OPTIMAL,
                                 .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    check(vkCreateImage(device_, &info, nullptr, &image_), "no image");
    VkMemoryRequirements needed;
    vkGetImageMemoryRequirements(device_, image_, &needed);
    memory_ = owner.allocate(needed);
    check(vkBindImageMemory(device_, image_, memory_, 0), "bind");
    upload(owner, c);
    const VkImageViewCreateInfo view_info{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                          .image = image_,
                                          .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                          .format = c.format,
                                          .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, kLevels, 0, 1}};
    check(vkCreateImageView(device_, &view_info, nullptr, &view), "no view");
    const VkSamplerCreateInfo sampler_info{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                           .magFilter = VK_FILTER_LINEAR,
                                           .minFilter = VK_FILTER_LINEAR,
                                           .mipmapMode = c.mip,
                                           .anisotropyEnable = c.anisotropy > 1,
                                           .maxAnisotropy = c.anisotropy,
                                           .maxLod = VK_LOD_CLAMP_NONE};
    check(vkCreateSampler(device_, &sampler_info, nullptr, &sampler), "no sampler");
  }
  ~Texture() {
    vkDestroySampler(device_, sampler, nullptr);
    vkDestroyImageView(device_, view, nullptr);
    vkDestroyImage(device_, image_, nullptr);
    vkFreeMemory(device_, memory_, nullptr);
  }
  Texture(const Texture&) = delete;

  VkImageView view = nullptr;
  VkSampler sampler = nullptr;

 private:
  void upload(const Device& owner, const Case& c) {
    std::vector<VkBufferImageCopy> copies;
    VkDeviceSize bytes = 0;
    for (std::uint32_t level = 0; level < kLevels; ++level) {
      const std::uint32_t side = std::max(1u, kSize >> level);
      const std::uint32_t elements = (side + c.element_side - 1) / c.element_side;
      copies.push_back({.bufferOffset = bytes,
                        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1},
                        .imageExtent = {side, side, 1}});
      bytes += VkDeviceSize{elements} * elements * c.element_bytes;
    }
    Buffer staging{owner, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    fill_with_noise(staging.bytes(), bytes, c.floats);
    owner.execute([&](VkCommandBuffer commands) {
      set_layout(commands, image_, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
      vkCmdCopyBufferToImage(commands, staging.buffer, image_, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                             static_cast<std::uint32_t>(copies.size()), copies.data());
      set_layout(commands, image_, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    });
  }

  VkDevice device_;
  VkImage image_ = nullptr;
  VkDeviceMemory memory_ = nullptr;
};

double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The shader with what it reads and writes; lives as long as the process.
class Program {
 public:
  Program(const Device& owner, const Case& c, const Texture& texture, const Buffer& colors) : case_{c} {
    const VkDevice device = owner.device;
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    const VkDescriptorSetLayoutCreateInfo set_info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 2, .pBindings = bindings};
    VkDescriptorSetLayout set_layout;
    check(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout), "no set layout");
    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(float) * 2};
    const VkPipelineLayoutCreateInfo layout_info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                 .setLayoutCount = 1,
                                                 .pSetLayouts = &set_layout,
                                                 .pushConstantRangeCount = 1,
                                                 .pPushConstantRanges = &constants};
    check(vkCreatePipelineLayout(device, &layout_info, nullptr, &layout_), "no layout");
    const VkShaderModuleCreateInfo module_info{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof kSample, .pCode = kSample};
    VkShaderModule module;
    check(vkCreateShaderModule(device, &module_info, nullptr, &module), "no module");
    const std::int32_t values[] = {c.gradients, c.random};
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}};
    const VkSpecializationInfo special{2, entries, sizeof values, values};
    const VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                           .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                     .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                     .module = module,
                                                     .pName = "main",
                                                     .pSpecializationInfo = &special},
                                           .layout = layout_};
    check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_), "no pipeline");
    bind(device, set_layout, texture, colors);
  }

  void record(VkCommandBuffer commands) const {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set_, 0, nullptr);
    const float step[] = {case_.step * case_.stretch / kSize, case_.step / kSize};
    vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof step, step);
    vkCmdDispatch(commands, kPixels / 64, 1, 1);
  }

 private:
  void bind(VkDevice device, VkDescriptorSetLayout set_layout, const Texture& texture, const Buffer& colors) {
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
    const VkDescriptorPoolCreateInfo pool_info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 2, .pPoolSizes = sizes};
    VkDescriptorPool pool;
    check(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "no pool");
    const VkDescriptorSetAllocateInfo set_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = pool,
                                               .descriptorSetCount = 1,
                                               .pSetLayouts = &set_layout};
    check(vkAllocateDescriptorSets(device, &set_info, &set_), "no set");
    const VkDescriptorImageInfo image{texture.sampler, texture.view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    const VkDescriptorBufferInfo buffer{colors.buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet writes[] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set_,
                                            .dstBinding = 0,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                            .pImageInfo = &image},
                                           {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set_,
                                            .dstBinding = 1,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = &buffer}};
    vkUpdateDescriptorSets(device, 2, writes, 0, nullptr);
  }

  const Case& case_;
  VkPipelineLayout layout_ = nullptr;
  VkPipeline pipeline_ = nullptr;
  VkDescriptorSet set_ = nullptr;
};

void measure(const Device& device, const Case& c, unsigned repetitions) {
  const Texture texture{device, c};
  const Buffer colors{device, VkDeviceSize{kPixels} * 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
  const Program program{device, c, texture, colors};
  const auto run = [&] { device.execute([&](VkCommandBuffer commands) { program.record(commands); }); };
  run();  // the shader is compiled
  std::vector<double> rates;
  for (unsigned i = 0; i < repetitions; ++i) {
    const double begin = processor_seconds();
    run();
    rates.push_back(kPixels / (processor_seconds() - begin) / 1e6);
  }
  std::sort(rates.begin(), rates.end());
  std::printf("lavapipe/%s,%.2f\n", c.name, rates[rates.size() / 2]);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  const unsigned repetitions = argc > 1 ? static_cast<unsigned>(std::max(1, std::atoi(argv[1]))) : 5;
  const Device device;
  for (const Case& c : kCases) measure(device, c, repetitions);
  std::_Exit(0);  // layouts and pipelines go with the process
} catch (const std::exception& error) {
  std::fprintf(stderr, "lavapipe_peer: %s\n", error.what());
  return 1;
}
