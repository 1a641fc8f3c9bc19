// SURFACE_FORMAT of the Kaby Lake command reference.
#pragma once

#include <cstdint>

namespace texpipe::gen9 {

enum class SurfaceFormat : std::uint16_t { kR8G8B8A8Unorm = 0x0C7 };

}  // namespace texpipe::gen9
