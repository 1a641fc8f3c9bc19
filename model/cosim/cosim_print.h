// Texts that texpipe cosim prints about a comparison.
#pragma once

#include <string>

#include "cosim/cosim_outcome.h"
#include "cosim/cosim_parameters.h"

namespace texpipe::cosim {

/// @param waves  the file of the mismatch's waves; empty: none
void print(const CosimParameters& parameters, const CosimOutcome& outcome, const std::string& waves);
void print_json(const CosimParameters& parameters, const CosimOutcome& outcome, const std::string& waves);

}  // namespace texpipe::cosim
