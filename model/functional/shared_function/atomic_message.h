// Atomics on words of memory, untyped, typed and with 64-bit addresses (specification/messages 5.3).
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

/// Values of each lane that the message's operation takes besides what is there: 0, 1 or 2.
unsigned atomic_operands(const gen9::DataPortMessage& fields);

bool is_atomic(const gen9::DataPortMessage& fields);

/// Lanes act one after the other, lowest first. Payload: an address of each lane, of typed atomics one to four
/// coordinates, then the operands that the operation has: none, one, or for CMPWR what to compare with and what to
/// store then. CMPWR8B takes them as QWords, four lanes a register, as messages with 64-bit addresses do (assumed). The
/// answer is what was there before, of PREDEC what is there after; 0 beyond the window or surface. Errors: those of
/// plain_window; kMalformedInput for a payload that does not fit its descriptor; kUnsupported for 64-bit floats, a
/// compare and write of 128 bits, of 64 bits in SIMD16 or of texels, and texels that are not DWords.
void execute_atomic(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                    DataPortOutcome& outcome);

}  // namespace texpipe::functional
