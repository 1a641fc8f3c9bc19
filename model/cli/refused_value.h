// Problems of values that options and places refuse, and of those that are missing, in our words.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::cli {

/// Problem of an error of CLI11 that is not about a word too many.
/// @param verb   the innermost that was parsed
/// @param words  of the command line
Diagnostic refused_value(const CLI::App& verb, const CLI::ParseError& error, const std::vector<std::string>& words);

}  // namespace texpipe::cli
