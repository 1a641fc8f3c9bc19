// Texts of `texpipe version`.
#pragma once

#include <string>

namespace texpipe::cli {

/// Version, source, compiler and libraries, one line each, without a last line end.
std::string version_text();

/// Version as a JSON object.
std::string version_json();

}  // namespace texpipe::cli
