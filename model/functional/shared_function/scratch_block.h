// Blocks of registers in a thread's scratch memory: what compiled code spills.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

/// True for scratch block reads and writes of data port 0.
bool is_scratch_block(const gen9::DataPortMessage& fields);

/// The header's M0.5 is where the thread's scratch memory starts, counted from General State Base Address in units of
/// 1 KiB, and M0.3 bits 3:0 its size, 1 KiB times two to that power: blocks that leave it are not written and read 0.
/// A block in DWord mode writes the DWords of enabled channels, channel n those with number n modulo 16; others are
/// written whole (assumed: compiled code always enables all).
void execute_scratch_block(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                           DataPortOutcome& outcome);

}  // namespace texpipe::functional
