// Parameters that cannot act in a study: of blocks that it does not use, of walks that it does not walk.
#pragma once

#include <string>
#include <vector>

#include "study/definition/study.h"

namespace texpipe::study {

/// Why a parameter cannot change anything in this study; empty when it may.
/// @param path  with or without indices
std::string idle_reason(const Configuration& configuration, std::string_view path);

/// Keys of earlier versions, and idle parameters that this study sets: those of the command line and the environment,
/// and those of its own file that are not the defaults. Each has its place; a machine file of its own is for other
/// studies too and is left out.
/// @param settings  configuration.values()
std::vector<Diagnostic> set_but_idle(const Configuration& configuration, const std::vector<ParameterNode>& settings);

}  // namespace texpipe::study
