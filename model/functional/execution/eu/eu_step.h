// Facts about an instruction that the timing of an EU sees.
#pragma once

#include <span>

#include "functional/execution/eu/eu_operation.h"

namespace texpipe::functional {

/// Flags as the scoreboard counts them: f0.0, f0.1, f1.0, f1.1, then acc0 to acc9, a0, and all other state together.
inline constexpr unsigned kAccumulatorFlag = 4;
inline constexpr unsigned kAddressFlag = 14;
inline constexpr unsigned kOtherStateFlag = 15;

/// Fills `step` of an operation whose registers are known.
void fill_step(EuOperation& operation);

/// The step of an operation whose registers an address register decides.
EuStep moving_step(const EuState& state, const EuOperation& operation);

/// Fills `before_send` of a program's steps.
void count_before_sends(std::span<EuOperation> operations);

}  // namespace texpipe::functional
