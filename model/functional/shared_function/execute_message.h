// What any shared function does with a message, without time.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"

namespace texpipe::functional {

/// Executes a message and returns its response: sampler messages, typed surface writes, end of thread.
/// Errors: kUnsupported, naming the message, for what no shared function of the model does.
MessageResponse execute_message(GpuMemory& memory, const Message& message);

}  // namespace texpipe::functional
