// Surfaces of a vISA program that have one level under a mip filter.
#pragma once

#include <vector>

#include "functional/execution/visa_program.h"
#include "workload/visa/visa_inputs.h"
#include "workload/visa/visa_surfaces.h"

namespace texpipe::study {

/// A warning for each surface that the program samples with a level of detail, through a sampler whose mip filter has
/// nothing to choose from (pictures/texture/missing_levels.h). Indices from registers are left out: they are known only
/// when it runs.
std::vector<Diagnostic> missing_levels(const functional::VisaKernel& kernel, const VisaInputs& inputs,
                                       const std::vector<MadeSurface>& surfaces);

}  // namespace texpipe::study
