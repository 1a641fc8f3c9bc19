// The plug-in with the project's own RTL: a study or a bench that asks for RTL loads it, and nobody names its file.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "study/plugins/rtl_comparison.h"

namespace texpipe::study {

/// Its file: beside the library or command that this code is in, else where such a command's libraries are installed.
/// Nothing when it is not there.
std::optional<std::filesystem::path> rtl_plugin_file();

/// Loads it, unless this process has it or another that compares RTL. Errors: those of load_plugin.
/// @return whether there is one
bool load_rtl_plugin();

/// Comparison that a plug-in has brought; null before.
CompareWithRtl& rtl_comparison();

}  // namespace texpipe::study
