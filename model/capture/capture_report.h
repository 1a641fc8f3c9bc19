// Lines that recorder and layer tell the verb `capture`.
#pragma once

#include <string>

namespace texpipe::capture {

/// File of the folder of this capture; empty when the program is not captured.
std::string folder_file(const char* name);

/// Appends a line to the report, once for each text and process. It may be called by any thread, and does nothing in a
/// program that is not captured.
void report(const std::string& line);

/// Value of a variable of the environment as a number; `otherwise` when it is not set.
unsigned long long number_variable(const char* name, unsigned long long otherwise);

}  // namespace texpipe::capture
