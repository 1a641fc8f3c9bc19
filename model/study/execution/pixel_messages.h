// The messages that a pixel of a study's picture comes from.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "functional/device/workload.h"
#include "study/pixel_maps/message_follower.h"

namespace texpipe::study {

struct Configuration;

/// Runs the study without time. @param option  that asks, for errors
/// Errors: kUsage for a pixel outside the picture, and for one that comes from no message.
std::vector<std::uint64_t> messages_of_pixel(const Configuration& configuration, PixelPlace pixel,
                                             std::string_view option);

/// Error with kUsage for a pixel outside a workload's picture.
void check_pixel(const functional::Workload& workload, PixelPlace pixel, std::string_view option);

}  // namespace texpipe::study
