// Swapchains as the program uses them: made, drawn into, presented.
#pragma once

#include <vulkan/vulkan.h>

namespace texpipe::capture {

/// Hook of a function of swapchains; null: the layer leaves it to the driver.
PFN_vkVoidFunction swapchain_hook(const char* name);

}  // namespace texpipe::capture
