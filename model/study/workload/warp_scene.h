// The `scene` of a warp file.
#pragma once

#include <cstdint>

#include "functional/rasterization/raster_scene.h"
#include "study/config/config_node.h"
#include "study/workload/node_reader.h"

namespace texpipe::study {

/// @param target_samples  receives the render target's count; the raster's when the scene does not give it
functional::RasterScene read_scene(const ConfigNode& mapping, std::uint32_t& target_samples,
                                   std::vector<Diagnostic>& problems);

}  // namespace texpipe::study
