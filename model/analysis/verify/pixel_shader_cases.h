// A compiled pixel shader as a case of verify.
#pragma once

#include <filesystem>

#include "analysis/verify/verify_run.h"

namespace texpipe::study {

/// Draws the quad with each dispatch width that the shader has, alone, and with all of them: every draw has to leave
/// the same bytes, a timed one, too, and every output is compared with what the file expects. Never throws for what is
/// wrong with the shader, its files or its run: the outcome says it.
CaseOutcome verify_pixel_shader(const std::filesystem::path& file, const VerifyOptions& options);

}  // namespace texpipe::study
