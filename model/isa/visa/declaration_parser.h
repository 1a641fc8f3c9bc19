// Directives of vISA text: `.decl`, `.input`, `.kernel_attr` and the like.
#pragma once

#include "isa/visa/name_scope.h"

namespace texpipe::visa {

/// Reads one directive line, whose first character is a dot, into `program`.
void parse_directive(TextCursor& cursor, Program& program, NameScope& names);

}  // namespace texpipe::visa
