#include "capture/layer/present.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "capture/capture_contract.h"
#include "capture/capture_report.h"
#include "capture/layer/layer_hook.h"
#include "capture/layer/layer_state.h"
#include "capture/layer/surface.h"

namespace texpipe::capture {

namespace {

Swapchain& chain_of(VkSwapchainKHR handle) {
  return *reinterpret_cast<Swapchain*>(handle);
}

VKAPI_ATTR VkResult VKAPI_CALL create_swapchain(VkDevice device, const VkSwapchainCreateInfoKHR* asked,
                                                const VkAllocationCallbacks*, VkSwapchainKHR* out) {
  const std::lock_guard guard{layer_state().lock};
  std::unique_ptr<Swapchain> chain = Swapchain::make(device_of(device), *asked);
  if (!chain) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  *out = reinterpret_cast<VkSwapchainKHR>(chain.release());
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_swapchain(VkDevice, VkSwapchainKHR chain, const VkAllocationCallbacks*) {
  const std::lock_guard guard{layer_state().lock};
  delete reinterpret_cast<Swapchain*>(chain);
}

VKAPI_ATTR VkResult VKAPI_CALL get_images(VkDevice, VkSwapchainKHR chain, std::uint32_t* count, VkImage* places) {
  const std::vector<VkImage>& images = chain_of(chain).images();
  const auto all = static_cast<std::uint32_t>(images.size());
  const std::uint32_t given = places == nullptr ? all : std::min(*count, all);
  if (places != nullptr) std::copy_n(images.begin(), given, places);
  *count = given;
  return given < all ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL acquire(VkDevice handle, VkSwapchainKHR chain, std::uint64_t, VkSemaphore semaphore,
                                       VkFence fence, std::uint32_t* index) {
  const std::lock_guard guard{layer_state().lock};
  const Device& device = device_of(handle);
  *index = chain_of(chain).acquire();
  const VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                            .pNext = nullptr,
                            .waitSemaphoreCount = 0,
                            .pWaitSemaphores = nullptr,
                            .pWaitDstStageMask = nullptr,
                            .commandBufferCount = 0,
                            .pCommandBuffers = nullptr,
                            .signalSemaphoreCount = semaphore == VK_NULL_HANDLE ? 0u : 1u,
                            .pSignalSemaphores = &semaphore};
  return device.function<PFN_vkQueueSubmit>("vkQueueSubmit")(device.queue, 1, &submit, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL acquire2(VkDevice device, const VkAcquireNextImageInfoKHR* asked, std::uint32_t* index) {
  return acquire(device, asked->swapchain, asked->timeout, asked->semaphore, asked->fence, index);
}

VKAPI_ATTR VkResult VKAPI_CALL wait_for_present(VkDevice, VkSwapchainKHR, std::uint64_t, std::uint64_t) {
  return VK_SUCCESS;
}

/// Names the copy of a presented image in the recording.
void note_picture(const Swapchain& chain, const PictureCopy& copy) {
  static auto* const note =
      reinterpret_cast<void (*)(const void*, std::uint64_t, const char*)>(dlsym(RTLD_DEFAULT, kNoteFunction));
  const char* const bytes = bytes_of_pixel(chain.format());
  if (note == nullptr || bytes == nullptr) return;
  const VkExtent2D extent = chain.extent();
  const std::string text = "picture " + std::to_string(layer_state().pictures++) + ": " + std::to_string(extent.width) +
                           " x " + std::to_string(extent.height) + ", " + bytes + ", " +
                           std::to_string(4 * extent.width) + " bytes a row";
  note(copy.pixels(), copy.bytes(), text.c_str());
}

/// Moves the program's clock.
void tell_presented() {
  static auto* const presented = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, kPresentedFunction));
  if (presented != nullptr) presented();
}

/// Ends the program when it has presented as many frames as the user wants. Its own functions at exit are left out:
/// they would draw and wait.
void end_after_frames() {
  static const unsigned long long most = number_variable(kFramesVariable, 0);
  if (++layer_state().frames == most) {
    std::fflush(nullptr);
    _exit(0);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL present(VkQueue queue, const VkPresentInfoKHR* asked) {
  const std::lock_guard guard{layer_state().lock};
  const Device& device = device_of(queue);
  std::vector<VkCommandBuffer> commands;
  for (std::uint32_t i = 0; i < asked->swapchainCount; ++i) {
    if (const PictureCopy* copy = chain_of(asked->pSwapchains[i]).copy(asked->pImageIndices[i]))
      commands.push_back(copy->commands());
  }
  const std::vector<VkPipelineStageFlags> stages(asked->waitSemaphoreCount, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
  const VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                            .pNext = nullptr,
                            .waitSemaphoreCount = asked->waitSemaphoreCount,
                            .pWaitSemaphores = asked->pWaitSemaphores,
                            .pWaitDstStageMask = stages.data(),
                            .commandBufferCount = static_cast<std::uint32_t>(commands.size()),
                            .pCommandBuffers = commands.data(),
                            .signalSemaphoreCount = 0,
                            .pSignalSemaphores = nullptr};
  const VkResult result = device.function<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 1, &submit, VK_NULL_HANDLE);
  // The driver may submit on a thread of its own: the note stands after the submission that it tells of.
  device.function<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue);
  for (std::uint32_t i = 0; i < asked->swapchainCount; ++i) {
    if (asked->pResults != nullptr) asked->pResults[i] = result;
    const Swapchain& chain = chain_of(asked->pSwapchains[i]);
    if (const PictureCopy* copy = chain.copy(asked->pImageIndices[i]); copy != nullptr && result == VK_SUCCESS)
      note_picture(chain, *copy);
  }
  tell_presented();
  end_after_frames();
  return result;
}

const LayerHook kHooks[] = {
    {"vkCreateSwapchainKHR", any(create_swapchain)},
    {"vkDestroySwapchainKHR", any(destroy_swapchain)},
    {"vkGetSwapchainImagesKHR", any(get_images)},
    {"vkAcquireNextImageKHR", any(acquire)},
    {"vkAcquireNextImage2KHR", any(acquire2)},
    {"vkWaitForPresentKHR", any(wait_for_present)},
    {"vkQueuePresentKHR", any(present)},
};

}  // namespace

PFN_vkVoidFunction swapchain_hook(const char* name) {
  return find_hook(kHooks, name);
}

}  // namespace texpipe::capture
