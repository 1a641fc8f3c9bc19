// The `scene` of a warp file, or a file that holds nothing else.
#pragma once

#include <filesystem>

#include "functional/rasterization/raster_scene.h"
#include "study/config/config_node.h"
#include "study/workload/node_reader.h"

namespace texpipe::study {

functional::RasterScene read_scene(const ConfigNode& mapping, std::vector<Diagnostic>& problems);

/// A scene alone. Errors: kMalformedInput with the place of every mistake.
functional::RasterScene read_scene_file(const std::filesystem::path& path);

}  // namespace texpipe::study
