// Plays programs of Vulkan draws that tests/project/random_frames.py writes: numbers are those of Vulkan's headers,
// objects are named by their place in the lists of the program.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace texpipe::frame_player {

using Json = nlohmann::json;

/// Ends the program with exit code 9 when a function of Vulkan fails.
void check(VkResult result, const char* function);

/// The first device that the loader knows, with all features that it has.
struct Gpu {
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
};
Gpu open_gpu();

struct Buffer {
  VkBuffer handle = VK_NULL_HANDLE;
  std::uint8_t* bytes = nullptr;  // mapped
  VkDeviceSize size = 0;
};
struct Image {
  VkImage handle = VK_NULL_HANDLE;
  VkImageAspectFlags aspects = 0;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
};
struct Pipeline {
  VkPipeline handle = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
  VkPipelineBindPoint point = VK_PIPELINE_BIND_POINT_GRAPHICS;
};

/// How far viewports are moved, in pixels: an edge near to a centre then falls on its other side.
struct Shift {
  float x = 0;
  float y = 0;
};

/// A program and its objects.
struct Player {
  Gpu gpu;
  Json program;
  std::string folder;  // of the program: shaders, data
  std::vector<std::uint8_t> data;
  Shift shift;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  std::vector<Buffer> buffers;
  std::vector<Image> images;
  std::vector<VkImageView> views;
  std::vector<VkBufferView> texel_buffers;
  std::vector<VkSampler> samplers;
  std::vector<VkQueryPool> queries;
  std::vector<Pipeline> pipelines;
};

/// Bytes of a file of the program.
std::vector<std::uint8_t> read_file(const std::string& path);

/// Push constants: all stages see all of them.
inline constexpr std::uint32_t kPushBytes = 64;

/// Address of a buffer that may have one, as shaders see it.
VkDeviceAddress address_of(const Player& player, const Buffer& buffer);

void make_objects(Player& player);    // buffers, images, views, samplers, query pools
void make_pipelines(Player& player);  // with their descriptors
void begin_commands(Player& player);
void submit_commands(Player& player);  // and waits for them
/// Brings an image into a layout, all levels and layers, after everything before it.
void change_layout(Player& player, Image& image, VkImageLayout layout);
void record_command(Player& player, const Json& command);

}  // namespace texpipe::frame_player
