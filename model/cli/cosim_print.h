// What texpipe cosim prints of a comparison.
#pragma once

#include <string>

#include "cli/cosim_outcome.h"
#include "cli/cosim_parameters.h"

namespace texpipe::cli {

/// @param waves  the file of the mismatch's waves; empty: none
void print(const CosimParameters& parameters, const CosimOutcome& outcome, const std::string& waves);
void print_json(const CosimParameters& parameters, const CosimOutcome& outcome, const std::string& waves);

}  // namespace texpipe::cli
