// The `scene` of a warp file, or a file that holds nothing else.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "functional/rasterization/raster_scene.h"
#include "study/config/config_node.h"
#include "study/workload/node_reader.h"

namespace texpipe::study {

functional::RasterScene read_scene(const ConfigNode& mapping, std::vector<Diagnostic>& problems);

/// A scene alone, from a file or its text. Errors: kInvalidConfiguration with the place of every mistake, kMalformedInput
/// when the file cannot be read.
functional::RasterScene read_scene_file(const std::filesystem::path& path);
functional::RasterScene parse_scene_file(std::string_view text, const std::string& name);

}  // namespace texpipe::study
