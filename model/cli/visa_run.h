// texpipe visa run: a vISA program with its inputs, with or without time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/output_option.h"
#include "cli/verb.h"
#include "cli/visa_file.h"
#include "functional/execution/visa_program.h"

namespace texpipe::cli {

struct VisaRunOptions {
  std::string machine;                   // file; empty: the model's defaults
  std::string inputs;                    // YAML; empty: the program's name with .yaml, if there is such a file
  std::string timing;                    // empty: approximately_timed with a machine, else untimed
  OutputOption output;                   // JSON file
  std::vector<std::string> assignments;  // machine parameters
  std::uint64_t most_statements = functional::StatementBudget{}.most;
  std::optional<std::uint64_t> most_cycles;  // of a timed run; none: kMostCycles
};

ExitCode run_visa_program(const VisaSource& source, const VisaRunOptions& options, const GlobalOptions& globals);

}  // namespace texpipe::cli
