// A scene in a recording.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "functional/rasterization/raster_scene.h"

namespace texpipe::study {

nlohmann::json scene_content(const functional::RasterScene& scene);

/// Scene of a recording. The memory that its subspans take is not checked. Errors: kMalformedInput.
functional::RasterScene scene_of(const nlohmann::json& content, const std::string& name);

}  // namespace texpipe::study
