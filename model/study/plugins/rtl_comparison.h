// Request of a comparison of model and RTL, as `texpipe cosim` passes it to the plug-in that has RTL.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

struct ComparisonAsked {
  std::string file;
  std::vector<std::string> assignments;
  std::string waves;   // file; empty: not given
  bool force = false;  // of waves
  bool goals = false;
  bool as_found = false;
  bool json = false;
  bool quiet = false;
};

/// Compares, and prints what it finds. Errors: those of the file and its parameters.
using CompareWithRtl = ExitCode (*)(const ComparisonAsked&);

}  // namespace texpipe::study
