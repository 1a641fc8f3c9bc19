// Untyped surface reads and writes of data port 1 (gen9-messages.md section 5.3).
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

bool is_untyped_surface(const gen9::DataPortMessage& fields);

/// Moves up to 4 DWords, R to A, of 8 or 16 channels to or from a buffer: each channel has a byte offset, and the
/// DWords of a channel follow each other there. DWords beyond the buffer are not written and read 0. Errors:
/// kMalformedInput for a payload that does not fit its descriptor; kUnsupported for SIMD4x2, structured buffers,
/// stateless and shared local memory.
void execute_untyped_surface(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                             DataPortOutcome& outcome);

}  // namespace texpipe::functional
