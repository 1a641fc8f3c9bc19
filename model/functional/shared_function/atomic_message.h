// Atomics on DWords of memory: untyped ones and those with 64-bit addresses (gen9-messages.md section 5.3).
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

bool is_atomic(const gen9::DataPortMessage& fields);

/// Lanes act one after the other, lowest first. Payload: an address of each lane, then the operands that the operation
/// has: none, one, or for CMPWR what to compare with and what to store then. The answer is what was there before, of
/// PREDEC what is there after; 0 beyond the window. Errors: those of plain_window; kMalformedInput for a payload that
/// does not fit its descriptor; kUnsupported for 64-bit floats, and for the compare and write of 64 bits at 32-bit
/// addresses.
void execute_atomic(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                    DataPortOutcome& outcome);

}  // namespace texpipe::functional
