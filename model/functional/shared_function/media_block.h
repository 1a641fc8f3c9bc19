// Rectangles of bytes of a surface in registers: what sub-groups read and write of images.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

/// True for media block reads and writes of data port 1.
bool is_media_block(const gen9::DataPortMessage& fields);

/// The header's M0.0 is the first byte of a row, M0.1 the row, M0.2 bits 5:0 and 21:16 the width in bytes and the
/// height, less 1 (specification/messages 5.3). A row takes a power of two of bytes in registers, 4 at least. Reads
/// outside the surface give its next texel, writes there are dropped (assumed). Errors: kUnsupported for other message
/// controls than 0, for surfaces that have no rows and for blocks of more than 8 registers.
void execute_media_block(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                         DataPortOutcome& outcome);

}  // namespace texpipe::functional
