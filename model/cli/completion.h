// Completion scripts for shells.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command_description.h"

namespace texpipe::cli {

/// Facts that a completion script is made of: the command, and the paths that -p takes.
struct CompletionFacts {
  VerbDescription command;
  std::vector<std::string> parameters;  // without indices
};

struct Shell {
  std::string_view name;
  std::string (*script)(const CompletionFacts& facts);
};

/// bash, zsh, fish.
std::span<const Shell> shells();

}  // namespace texpipe::cli
