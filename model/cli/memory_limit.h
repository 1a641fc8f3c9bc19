// The option --max-memory of verbs that unpack what a small file asks for.
#pragma once

#include <string>

#include "base/quantity.h"
#include "base/unit_text.h"
#include "cli/verb.h"

namespace texpipe::cli {

void add_memory_limit(CLI::App& verb, std::string& text, const std::string& what);

/// Errors: Error (kUsage) when the text is no size.
ByteSize memory_limit(const std::string& text);

}  // namespace texpipe::cli
