// texpipe cosim: the bench that a file asks for, run, and its first mismatch made as short as it gets.
#pragma once

#include "cosim/cosim_outcome.h"
#include "cosim/cosim_parameters.h"

namespace texpipe::cosim {

/// Errors: kInvalidConfiguration when the command has no RTL of the kind and name, with the nearest spelling.
void check_own(const CosimParameters& parameters);

/// Errors: those of check_own(); kInvalidConfiguration when resets leave nothing to compare.
CosimOutcome compare_block(const CosimAsked& asked, const CosimParameters& parameters);

}  // namespace texpipe::cosim
