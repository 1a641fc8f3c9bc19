// Work of texpipe cosim: reads its file, compares, prints and writes waves.
#pragma once

#include "study/plugins/rtl_comparison.h"

namespace texpipe::cosim {

/// Errors: those of the file and its parameters.
ExitCode compare_as_asked(const study::ComparisonAsked& asked);

}  // namespace texpipe::cosim
