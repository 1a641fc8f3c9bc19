// One vISA instruction as text.
#pragma once

#include "isa/visa/name_scope.h"
#include "isa/visa/validate.h"

namespace texpipe::visa {

/// Reads one instruction or label line. Rules that it breaks are errors at the operand's column, all of them.
Instruction parse_instruction(TextCursor& cursor, const Program& program, NameScope& names,
                              std::optional<Generation> rules);

}  // namespace texpipe::visa
