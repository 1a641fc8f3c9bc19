// Work of the verb cosim: there are two of it, and a command is linked with one. cli/rtl/ compares, cli/no_rtl/ says
// what builds the other one. Nothing else of the command depends on RTL but its list of blocks.
#pragma once

#include <string>
#include <vector>

#include "cli/verb.h"

namespace texpipe::cli {

struct CosimOptions {
  std::string file;
  std::vector<std::string> assignments;
  std::string waves;   // empty: not given
  bool force = false;  // of waves
  bool goals = false;
  bool as_found = false;
};

/// Errors: kUnsupported of a command without RTL; those of the file and its parameters.
ExitCode compare_with_rtl(const CosimOptions& options, const GlobalOptions& globals);

}  // namespace texpipe::cli
