// The instructions of opcode.h as text.
#pragma once

#include "isa/visa/instruction_text.h"

namespace texpipe::visa {

/// Parses the rest of an instruction's line, behind the words of its name. Errors: Error with kMalformedInput.
Instruction parse_generic(InstructionText& text, const OpcodeFacts& opcode);

}  // namespace texpipe::visa
