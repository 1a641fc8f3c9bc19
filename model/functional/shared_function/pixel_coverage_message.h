// A message to the pixel coverage unit, of either instruction set.
#pragma once

#include "functional/message/message.h"
#include "functional/rasterization/coverage_store.h"

namespace texpipe::functional {

/// PIXLD (SPA) or a pixel interpolator message (Gen9), answered from the subspans that the message's context names;
/// without any, each query reads an uncovered pixel.
MessageResponse execute_pixel_coverage_message(const Message& message);

/// The subspans in flight that a message's context names; none without it.
const CoverageStore& coverage_store_of(const Message& message);

}  // namespace texpipe::functional
