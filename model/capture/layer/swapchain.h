// A swapchain without a window: plain images, and copies of them that can be read.
#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace texpipe::capture {

/// A device of the program, and the functions of the driver behind the layer.
struct Device {
  VkDevice handle = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  PFN_vkGetDeviceProcAddr next = nullptr;
  PFN_vkSetDeviceLoaderData set_loader_data = nullptr;
  VkPhysicalDeviceMemoryProperties memory{};
  std::uint32_t queue_family = 0;  // of the queue that the layer uses: the device's first
  VkQueue queue = VK_NULL_HANDLE;

  template <class Function>
  Function function(const char* name) const {
    return reinterpret_cast<Function>(next(handle, name));
  }

  /// Memory of a kind that `allowed` (bits) and `wanted` leave; VK_NULL_HANDLE when there is none.
  VkDeviceMemory allocate(VkDeviceSize bytes, std::uint32_t allowed, VkMemoryPropertyFlags wanted) const;
};

/// Copies an image to memory of the CPU: rows from top to bottom, four bytes a pixel, without gaps.
class PictureCopy {
 public:
  /// Null when the device refuses.
  static std::unique_ptr<PictureCopy> make(const Device& device, VkImage image, VkExtent2D extent);
  ~PictureCopy();
  PictureCopy(const PictureCopy&) = delete;
  PictureCopy& operator=(const PictureCopy&) = delete;

  VkCommandBuffer commands() const { return commands_; }
  const void* pixels() const { return pixels_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  explicit PictureCopy(const Device& device) : device_{device} {}
  bool make_buffer();
  bool record(VkImage image, VkExtent2D extent);

  const Device& device_;
  std::uint64_t bytes_ = 0;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  void* pixels_ = nullptr;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
};

/// The images of one swapchain; they go with it.
class Swapchain {
 public:
  static constexpr std::uint32_t kLeastImages = 2;
  static constexpr std::uint32_t kMostImages = 8;

  /// Null when the device refuses.
  static std::unique_ptr<Swapchain> make(const Device& device, const VkSwapchainCreateInfoKHR& asked);
  ~Swapchain();
  Swapchain(const Swapchain&) = delete;
  Swapchain& operator=(const Swapchain&) = delete;

  VkExtent2D extent() const { return extent_; }
  VkFormat format() const { return format_; }
  const std::vector<VkImage>& images() const { return images_; }
  /// Null: this image is not copied.
  const PictureCopy* copy(std::uint32_t image) const { return copies_[image].get(); }
  /// Index of the image that the program draws next: each in turn.
  std::uint32_t acquire() { return next_++ % static_cast<std::uint32_t>(images_.size()); }

 private:
  explicit Swapchain(const Device& device) : device_{device} {}
  bool add_image(const VkImageCreateInfo& info);

  const Device& device_;
  VkExtent2D extent_{};
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  std::vector<VkImage> images_;
  std::vector<VkDeviceMemory> memory_;
  std::vector<std::unique_ptr<PictureCopy>> copies_;
  std::uint32_t next_ = 0;
};

}  // namespace texpipe::capture
