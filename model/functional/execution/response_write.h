// A message's response on its way into the register file.
#pragma once

#include "functional/execution/eu_program.h"
#include "functional/message/message.h"

namespace texpipe::functional {

/// Writes the enabled bytes of a response to the registers from `destination.first` on; other bytes keep their value.
/// Errors: kMalformedInput when the response has more registers than the destination.
void write_response(ThreadRegisters& registers, GrfRange destination, const MessageResponse& response);

}  // namespace texpipe::functional
