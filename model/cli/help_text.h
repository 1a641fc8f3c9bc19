// Help of the command and of its verbs: verbs in groups, options with what they take, and examples.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "cli/command_description.h"

namespace texpipe::cli {

/// A command line that shows what a verb is for.
struct HelpExample {
  std::string_view verb;  // with its verbs: `texture decode`; empty: the command's own help
  std::string_view line;
  std::string_view what;
};

std::span<const HelpExample> help_examples();

/// @param root   the whole command, whose options every verb has
/// @param width  columns; no line is longer unless a single word is
std::string help_text(const VerbDescription& verb, const VerbDescription& root, std::size_t width);

}  // namespace texpipe::cli
