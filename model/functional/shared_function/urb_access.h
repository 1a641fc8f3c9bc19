// Execution of messages to the unified return buffer.
#pragma once

#include "functional/message/message.h"

namespace texpipe::functional {

/// Executes a SIMD8 write or read (specification/3d-pipeline 3): each lane has the handle of an entry in the first
/// register and writes or reads DWords of it, from a slot of 16 bytes on: the descriptor's, plus the lane's own when it
/// gives one. Bits 31:27 of a handle do not count. What lies beyond an entry, or in none, is not written and reads 0.
/// Errors: kUnsupported, naming the message, for blocks, atomics and a thread that has no entries; kMalformedInput for
/// a payload that does not fit its descriptor.
void execute_urb_message(const Message& message, MessageResponse& response);

}  // namespace texpipe::functional
