// Two blocks of one or four OWords at places of their own, side by side in registers (specification/messages 5.2).
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

bool is_dual_oword_block(const gen9::DataPortMessage& fields);

/// Payload: a header, a register whose DWords 0 and 4 say where the blocks start, in OWords behind the header's global
/// offset M0.2 (assumed to count here as it does for single blocks), then, of a write, the data. Register i holds OWord
/// i of block 0 in its low half, of block 1 in its high half. Bits 7:0 of the execution mask enable the DWords of every
/// register. OWords beyond the window are not written and read 0. Errors: those of memory_window; kMalformedInput for a
/// payload that does not fit its descriptor.
void execute_dual_oword_block(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                              DataPortOutcome& outcome);

}  // namespace texpipe::functional
