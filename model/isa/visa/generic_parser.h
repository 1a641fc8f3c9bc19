// The instructions of opcode.h as text.
#pragma once

#include "isa/visa/instruction_text.h"

namespace texpipe::visa {

/// The rest of the line behind the words. Errors: Error with kMalformedInput.
Instruction parse_generic(InstructionText& text, const OpcodeFacts& opcode);

}  // namespace texpipe::visa
