// OWord block reads and writes of data port 0 (gen9-messages.md section 5.2).
#pragma once

#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

/// True for aligned OWord block reads and writes.
bool is_oword_block(const gen9::DataPortMessage& fields);

/// Moves 1, 2, 4 or 8 OWords between consecutive registers and a buffer; the header's dword 2 is the offset in OWords.
/// OWords beyond the buffer are not written and read 0. One OWord uses the low or high half of its register. Errors:
/// kMalformedInput for a payload that does not fit its descriptor, kUnsupported for stateless and shared local memory.
void execute_oword_block(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                         DataPortOutcome& outcome);

}  // namespace texpipe::functional
