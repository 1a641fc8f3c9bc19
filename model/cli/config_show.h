// texpipe config show: every value of a configuration, with what is known of it.
#pragma once

#include <string>
#include <vector>

#include "cli/verb.h"
#include "study/definition/study.h"

namespace texpipe::cli {

/// Reads a study or machine file with assignments over it; without a file, the built-in defaults.
study::Configuration load_config(const std::string& file, const std::vector<std::string>& assignments);

struct ConfigShowOptions {
  std::string file;
  std::vector<std::string> assignments;
  bool origin = false;
  bool all = false;  // also what cannot act in the study
};

/// Prints the values as a configuration, or as JSON.
ExitCode show_config(const ConfigShowOptions& options, const GlobalOptions& globals);

}  // namespace texpipe::cli
