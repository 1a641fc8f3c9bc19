// The end of a thread, as the thread spawner learns of it.
#pragma once

#include "functional/message/message.h"

namespace texpipe::functional {

/// Whether a message tells the thread spawner that its thread has ended: one to the spawner or to NULL with the bit
/// End Of Thread. One with that bit to another unit ends its thread, too, but does not come to the spawner.
bool ends_thread(const Message& message);

/// A message that says nothing else, without payload: the spawner reads none.
Message end_of_thread();

/// Errors: kUnsupported for a message to the spawner that starts a thread (opcode 1 of specification/messages 6);
/// one that only gives resources back is consumed.
void check_spawner_message(const Message& message);

}  // namespace texpipe::functional
