// A small Vulkan program without a window, for tests of `texpipe capture`: it clears an image, reads it back and names
// the bytes for the recording.
//   headless_program WAY   WAY is what it does after that: exit, fail (exit code 3), crash, hang; nothing: it draws
//   nothing; unnamed: it names nothing; check: exit code 5 when it has read another colour than the image's; again: it
//   computes another picture from what it has read, has the GPU copy that, and names the copy
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <span>
#include <string>

#include "cli/captured/small_vulkan.h"

using namespace texpipe::test;

namespace {

constexpr VkExtent2D kExtent{64, 32};
constexpr std::size_t kPixels = std::size_t{kExtent.width} * kExtent.height;
constexpr std::uint32_t kColour = 0xFFBF8040;  // RGBA8 of the colour that the image is cleared to

MappedBuffer picture_buffer(const Gpu& gpu) {
  return make_buffer(gpu, 4 * kPixels, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
}

std::span<std::uint32_t> pixels_of(const MappedBuffer& buffer) {
  return {static_cast<std::uint32_t*>(buffer.bytes), kPixels};
}

MappedBuffer draw(const Gpu& gpu) {
  const VkImage image = make_image(gpu, kExtent, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  const MappedBuffer pixels = picture_buffer(gpu);
  const VkCommandBuffer commands = begin_commands(gpu);
  change_layout(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  const VkClearColorValue colour{.float32 = {0.25F, 0.5F, 0.75F, 1}};
  const VkImageSubresourceRange whole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &colour, 1, &whole);
  change_layout(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  const VkBufferImageCopy copy{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                               .imageExtent = {kExtent.width, kExtent.height, 1}};
  vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, pixels.buffer, 1, &copy);
  run_commands(gpu, commands);
  return pixels;
}

/// A copy by the GPU of pixels that the CPU computes: each is what was read, and its number in red.
MappedBuffer draw_again(const Gpu& gpu, std::span<const std::uint32_t> read) {
  const MappedBuffer computed = picture_buffer(gpu), copied = picture_buffer(gpu);
  for (std::size_t i = 0; i < kPixels; ++i) pixels_of(computed)[i] = (read[i] & ~0xFFU) | (i & 0xFF);
  const VkCommandBuffer commands = begin_commands(gpu);
  const VkBufferCopy copy{.size = 4 * kPixels};
  vkCmdCopyBuffer(commands, computed.buffer, copied.buffer, 1, &copy);
  run_commands(gpu, commands);
  return copied;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string way = argc > 1 ? argv[1] : "exit";
  if (way == "nothing") return 0;
  const Gpu gpu = open_gpu();
  MappedBuffer pixels = draw(gpu);
  if (way == "again") pixels = draw_again(gpu, pixels_of(pixels));
  if (way != "unnamed") note_picture(pixels.bytes, kExtent);
  if (way == "check") {
    const auto right = [](std::uint32_t pixel) { return pixel == kColour; };
    return std::ranges::all_of(pixels_of(pixels), right) ? 0 : 5;
  }
  if (way == "fail") return 3;
  if (way == "crash") raise(SIGSEGV);
  while (way == "hang") sleep(1);
  return 0;
}
