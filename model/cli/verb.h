// A verb of the texpipe command: one file declares its options and says what it does.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::cli {

/// Options that every verb has; written before or after the verb. Filled when a verb's action runs.
struct GlobalOptions {
  bool json = false;                 // results on stdout as JSON
  bool quiet = false;                // no progress, no notes
  int verbose = 0;                   // how often -v was given
  std::vector<std::string> plugins;  // files, loaded before the verb's action runs
  std::vector<std::string> command_line;
};

/// Warnings to stderr, a line each, unless quiet.
void print_warnings(std::span<const Diagnostic> warnings, const GlobalOptions& options);

/// Says, unless quiet, that an option that was given changes nothing, and why: `--machine`, `the run is untimed`.
void warn_no_effect(std::string_view option, std::string_view why, const GlobalOptions& options);

/// Refuses an option that asks for another form of the results than --json does, where both are given (kUsage).
void refuse_beside_json(std::string_view option, const GlobalOptions& options);
/// As refuse_beside_json of `--format csv` and `--format markdown`; the others are there for want of a choice.
void refuse_format_beside_json(std::string_view format, const GlobalOptions& options);

/// Action of a verb after parsing. Results go to stdout, everything else to stderr. Failures are texpipe::Error.
using Action = std::function<ExitCode()>;

struct Verb {
  std::string_view name;
  std::string_view help;
  Action (*declare)(CLI::App& app,
                    const GlobalOptions& options);  // adds options to `app`; the action may refer to both
  bool describes_all = false;                       // looks at the options of every verb, not of its own alone
};

/// Every verb, in the order of the help text. A new verb is a file with its `declare` function and a row in verbs.cpp.
std::span<const Verb> verbs();

/// Parses a command line, runs its verb and returns the process's exit code; prints diagnostics to stderr.
int run_command_line(int argc, const char* const* argv);

}  // namespace texpipe::cli
