// Treatment of warp files and scenes by fuzzers and corpus replay: read them; an Error is the only way to refuse one.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "workload/scene/warp_file.h"
#include "workload/scene/warp_scene.h"

namespace texpipe::fuzz {

inline std::string_view yaml_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline void warp_file(std::span<const std::byte> bytes) try {
  study::parse_warp_file(yaml_of(bytes), "fuzz.yaml", ".");
} catch (const Error&) {
}

inline void scene_file(std::span<const std::byte> bytes) try {
  study::parse_scene_file(yaml_of(bytes), "fuzz.yaml");
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
