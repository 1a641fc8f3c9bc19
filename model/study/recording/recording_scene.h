// A scene in a recording.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "functional/rasterization/raster_scene.h"

namespace texpipe::study {

nlohmann::json scene_content(const functional::RasterScene& scene);

/// Errors: kMalformedInput, also for what a scene file may not ask for.
functional::RasterScene scene_of(const nlohmann::json& content, const std::string& name);

}  // namespace texpipe::study
