// Operands of vISA instructions as text.
#pragma once

#include "isa/visa/execution_control.h"
#include "isa/visa/name_scope.h"

namespace texpipe::visa {

/// `(M1_NM, 16)`; `(16)` where the mask may be missing (resolution R7). Errors: Error with kMalformedInput, here and
/// below.
enum class MaskText : std::uint8_t { kRequired, kOptional };
ExecutionControl parse_execution(TextCursor& cursor, MaskText mask);

/// `V_dst.128`.
RawOperand parse_raw(TextCursor& cursor, NameScope& names, const char* what);

/// Which operands may stand at a place.
enum class OperandRole : std::uint8_t { kSource, kDestination };

/// A register, immediate, predicate or state operand. Errors: kUnsupported for address and indirect operands.
VectorOperand parse_vector(TextCursor& cursor, NameScope& names, OperandRole role);

}  // namespace texpipe::visa
