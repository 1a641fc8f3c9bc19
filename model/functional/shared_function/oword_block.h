// Blocks of neighbouring OWords: aligned and unaligned ones of data port 0, those with a 64-bit address of data port 1
// (specification/messages 5.2 and 5.3).
#pragma once

#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

bool is_oword_block(const gen9::DataPortMessage& fields);

/// Moves 1, 2, 4 or 8 OWords between consecutive registers and memory. The header's dword 2 is the offset, in OWords or
/// for unaligned blocks in bytes; its dwords 0 and 1 are a 64-bit address in bytes. OWords beyond the buffer are not
/// written and read 0. One OWord uses the low or high half of its register. Writes store the DWords of enabled channels
/// (resolution R63). Errors: those of memory_window;
/// kMalformedInput for a payload that does not fit its descriptor.
void execute_oword_block(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                         DataPortOutcome& outcome);

}  // namespace texpipe::functional
