// Properties of surfaces: every window takes what the model can show.
#pragma once

#include <vulkan/vulkan.h>

#include <optional>

namespace texpipe::capture {

/// Order in which a pixel's bytes stand in memory, as notes name it; null: a format that no surface here offers.
const char* bytes_of_pixel(VkFormat format);

/// Hook of a function of physical devices and surfaces; null: the layer leaves it to the driver.
PFN_vkVoidFunction surface_hook(const char* name);

}  // namespace texpipe::capture
