// The image that a workload wrote, as a picture that people can look at.
#pragma once

#include "functional/device/workload.h"
#include "pictures/texture/png.h"

namespace texpipe::study {

/// Colours clamped to [0, 1] and rounded to 8 bits, integers clamped to 255. Without pixels when the workload writes no
/// image. Errors: a stop request (base/stop_request.h).
Picture output_picture(const functional::Workload& workload);

}  // namespace texpipe::study
