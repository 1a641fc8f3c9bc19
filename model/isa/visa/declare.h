// Declarations for instructions that come without any.
#pragma once

#include "isa/visa/program.h"

namespace texpipe::visa {

/// Declares what the statements use and `program` does not declare, with the compiler's own names (V0032, S0, T6, P1,
/// L0), and gives variables without elements a type and enough of them for every operand. The type is the one that a
/// rule asks for somewhere (f or integer parameters of samplers, ud of INFO, uw of texel offsets); a sampler's
/// destination is f, anything else ud, where no rule does.
void declare_used(Program& program);

}  // namespace texpipe::visa
