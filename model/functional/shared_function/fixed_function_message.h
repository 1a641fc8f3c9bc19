// Messages to the units beside the subslices: thread spawner, URB, render cache.
#pragma once

#include "functional/message/message.h"

namespace texpipe::functional {

/// Executes a message to the thread spawner, to NULL, to the URB or to the render cache; only reads of the URB return
/// registers. Errors: those of check_spawner_message, execute_urb_message and PixelWrites::write; kUnsupported, naming
/// the unit, for messages to others and for a render target write of a thread that shades no pixels of a draw.
void execute_fixed_function_message(const Message& message, MessageResponse& response);

}  // namespace texpipe::functional
