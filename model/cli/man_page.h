// The manual page, section 1, in the language of man(7).
#pragma once

#include <string>

#include "cli/command_description.h"

namespace texpipe::cli {

/// @param version  of the program, for the foot of the page
std::string man_page(const VerbDescription& command, const std::string& version);

}  // namespace texpipe::cli
