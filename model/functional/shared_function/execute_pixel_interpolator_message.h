// Execution of a Gen9 pixel interpolator message by the pixel coverage unit (specification/messages 4).
#pragma once

#include "functional/message/message.h"
#include "functional/rasterization/coverage_store.h"

namespace texpipe::functional {

/// Barycentrics b1, b2 of every channel: SIMD8 two registers, SIMD16 b1 and b2 of channels 0-7, then of channels 8-15,
/// as `pln` takes them. Channels 4n to 4n+3 are the subspan in `message.subspan_slots[n]`, counted from the slot
/// group's first; a slot that holds nothing gives zeros. A sample index beyond the raster's count gives 0 (undefined by
/// the document, resolution R1). Errors: Error (kMalformedInput) for a descriptor that breaks a rule or a payload
/// shorter than its mode needs.
MessageResponse execute_pixel_interpolator_message(const CoverageStore& store, const Message& message);

}  // namespace texpipe::functional
