// A small Vulkan program without a window, for tests of `texpipe capture`: it clears an image, reads it back and names
// the bytes for the recording.
//   headless_program WAY   WAY is what it does after that: exit, fail (exit code 3), crash, hang; nothing: it draws
//   nothing; unnamed: it names nothing
#include <unistd.h>

#include <csignal>
#include <string>

#include "cli/captured/small_vulkan.h"

using namespace texpipe::test;

namespace {

constexpr VkExtent2D kExtent{64, 32};

void draw(const Gpu& gpu, bool named) {
  const VkImage image = make_image(gpu, kExtent, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  const MappedBuffer pixels =
      make_buffer(gpu, std::uint64_t{4} * kExtent.width * kExtent.height, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
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
  if (named) note_picture(pixels.bytes, kExtent);
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
