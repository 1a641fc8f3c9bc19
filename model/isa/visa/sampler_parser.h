// 3D_SAMPLE, 3D_LOAD, 3D_SAMPLE4 and INFO as text.
#pragma once

#include "isa/visa/instruction_text.h"

namespace texpipe::visa {

/// Parses the rest of an instruction's line, behind the words of its name. Errors: Error with kMalformedInput.
Instruction parse_sampler(InstructionText& text, const OperationFacts& operation);

}  // namespace texpipe::visa
