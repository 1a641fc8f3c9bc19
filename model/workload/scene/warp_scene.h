// The `scene` of a warp file, or a file that holds nothing else.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/quantity.h"
#include "functional/rasterization/raster_scene.h"
#include "parameters/yaml/config_node.h"
#include "parameters/yaml/node_reader.h"

namespace texpipe::study {

functional::RasterScene read_scene(const ConfigNode& mapping, std::vector<Diagnostic>& problems);

/// A scene alone, from a file or its text. Errors: kInvalidConfiguration with the place of every mistake,
/// kMalformedInput when the file cannot be read.
functional::RasterScene read_scene_file(const std::filesystem::path& path);
functional::RasterScene parse_scene_file(std::string_view text, const std::string& name);

/// Bytes that the subspans of a scene, and what stands for their threads, may take.
inline constexpr ByteSize kMostSceneBytes{std::uint64_t{4} << 30};

/// Refuses (kInvalidConfiguration) `count` things that take more than `most` bytes together.
void check_size(const char* what, std::uint64_t count, std::uint64_t bytes_each, ByteSize most);

/// Refuses a scene whose subspans may take more, before they are made.
void check_scene_size(const functional::RasterScene& scene, ByteSize most);

}  // namespace texpipe::study
