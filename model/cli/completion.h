// Completion scripts for shells.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command_description.h"

namespace texpipe::cli {

/// Words that a parameter takes: `false`, `true`, or those of its list.
struct ParameterWords {
  std::string path;  // without indices
  std::vector<std::string> words;
};

/// Facts that a completion script is made of: the command, the paths that -p takes with their words, and the names of
/// the manual's enumerations.
struct CompletionFacts {
  VerbDescription command;
  std::vector<std::string> parameters;  // without indices
  std::vector<ParameterWords> words;
  std::vector<std::string> enumerations;
};

struct Shell {
  std::string_view name;
  std::string (*script)(const CompletionFacts& facts);
};

/// bash, zsh, fish.
std::span<const Shell> shells();

}  // namespace texpipe::cli
