// Arithmetic of the instructions, lane by lane.
#pragma once

#include "functional/execution/eu/eu_operation.h"

namespace texpipe::functional {

/// The function of an opcode for a work type; null when it has none there. Of `math` see eu_math_function.
EuOperation::Compute eu_computation(gen9::EuOpcode opcode, WorkType work);

/// The function of the extended math unit, in float or on integers; null where it has none.
EuOperation::Compute eu_math_computation(gen9::MathFunction function, WorkType work, RegisterType result);

/// madm, math.invm and math.rsqrtm: steps of an IEEE division or square root on numbers whose exponents the upper
/// accumulators extend.
EuOperation::Compute macro_computation(const gen9::EuInstruction& instruction, WorkType work);

/// mad whose result is rounded to HF: one rounding, too.
EuOperation::Compute half_mad_computation();

/// The smaller or larger of two sources, or one chosen by another relation.
EuOperation::Compute select_computation(WorkType work);

/// Select: the first of two sources where `enabled` says so.
EuOperation::Compute predicated_select_computation(WorkType work);

EuOperation::Compare compare_function(WorkType work, bool second_nan_counts);

/// The condition that a result satisfies.
EuOperation::Test test_function(WorkType work, RegisterType type);

/// Results in the destination's type; null when the work type has its bits.
EuOperation::Finish finish_function(WorkType work, RegisterType type, bool saturate);

}  // namespace texpipe::functional
