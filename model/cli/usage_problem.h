// Problems of a command line that its verbs do not take, each with the line that was meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::cli {

/// The innermost verb that a parsed command line got to.
const CLI::App& innermost(const CLI::App& app);

/// Problems of the words that `app` refused with `error`; one for each mistake, since the value behind an
/// unknown option is not another.
/// @param words  of the command line, the program's name first
std::vector<Diagnostic> usage_problems(const CLI::App& app, const CLI::ParseError& error,
                                       const std::vector<std::string>& words);

}  // namespace texpipe::cli
