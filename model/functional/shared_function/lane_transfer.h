// Data port messages that move elements of each lane: untyped surface messages, byte and DWord gathers and scatters,
// and those with 64-bit addresses (specification/messages 5.2 and 5.3).
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

bool is_lane_transfer(const gen9::DataPortMessage& fields);

/// Moves the elements of 8 or 16 lanes to or from memory: each lane has an address, and its elements follow each other
/// there. In registers an element has a DWord (of 8 bytes: two) of each lane. Elements that do not lie inside the
/// window are not written and read 0. Errors: those of plain_window; kMalformedInput for a payload that does not fit
/// its descriptor; kUnsupported for SIMD4x2 and reserved sizes.
void execute_lane_transfer(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                           DataPortOutcome& outcome);

}  // namespace texpipe::functional
