// The messages that a pixel of a study's picture comes from.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "functional/device/workload.h"
#include "study/pixel_maps/pixel_paints.h"

namespace texpipe::study {

struct Configuration;

/// Runs the study without time. @param option  that asks, for errors
/// Errors: kUsage for a pixel outside the picture, and for one that comes from no message; those of PixelPaints.
std::vector<std::uint64_t> messages_of_pixel(const Configuration& configuration, const PixelQuery& pixel,
                                             std::string_view option);

/// Errors: kUsage for a pixel outside a workload's picture, and for a picture or draw of what is no frame. Pictures of
/// frames are known after the run (PixelPaints).
void check_pixel(const functional::Workload& workload, const PixelQuery& pixel, std::string_view option);

}  // namespace texpipe::study
