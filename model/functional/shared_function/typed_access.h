// Typed surface reads and writes of data port 1: 8 lanes, a texel each (specification/messages 5.3).
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

bool is_typed_access(const gen9::DataPortMessage& fields);

/// Texels outside the surface are not written and read 0, alpha too. A write converts to the surface's format, a read
/// from it. Errors: kUnsupported for formats that typed writes do not have (reads have the same) and for
/// surfaces whose channels are swizzled; kMalformedInput for a payload that does not fit its descriptor.
void execute_typed_access(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                          DataPortOutcome& outcome);

}  // namespace texpipe::functional
