// Names that become folders.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/unit_text.h"

namespace texpipe::study {

/// Problem of the name of a study or of a sweep: it is the plain name of a folder, so that nothing is written
/// elsewhere. None when it is well.
std::optional<TextProblem> problem_of_folder_name(std::string_view name);

}  // namespace texpipe::study
