// Arithmetic where cr0.0 asks for another rounding than the host's, or for denormals as zeros.
#pragma once

#include "functional/execution/eu/eu_operation.h"

namespace texpipe::functional {

/// Whether an instruction only copies bits: mov and sel of a type to itself.
bool copies_bits(const EuOperation& operation);

/// The lanes of source `index` with denormals as zeros where the mode asks for it; in `buffer` when one changes.
const void* flush_denormals(const FloatMode& mode, const EuOperation& operation, unsigned index, const void* lanes,
                            void* buffer);

/// Results in the destination's type, rounded as the mode says, denormals as zeros where it asks for it.
const void* finish_in_mode(const FloatMode& mode, const EuOperation& operation, const void* results, void* buffer);

/// Results that have the destination's type already, denormals as zeros where the mode asks for it.
const void* flush_results(const FloatMode& mode, const EuOperation& operation, const void* results, void* buffer);

/// Sums and products rounded in the thread's mode; null for opcodes that round no other way.
EuOperation::Compute directed_computation(gen9::EuOpcode opcode, WorkType work);

}  // namespace texpipe::functional
