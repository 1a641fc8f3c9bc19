// Texts that texpipe cosim prints about a comparison.
#pragma once

#include <string>

#include "cosim/cosim_outcome.h"
#include "cosim/cosim_parameters.h"

namespace texpipe::cli {

/// @param waves  the file of the mismatch's waves; empty: none
void print(const cosim::CosimParameters& parameters, const cosim::CosimOutcome& outcome, const std::string& waves);
void print_json(const cosim::CosimParameters& parameters, const cosim::CosimOutcome& outcome, const std::string& waves);

}  // namespace texpipe::cli
