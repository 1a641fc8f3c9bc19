// A compiled kernel as a case of verify.
#pragma once

#include <filesystem>

#include "analysis/verify/verify_run.h"

namespace texpipe::study {

/// Launches the kernel that a file describes without time, and in the options' timing if they have one, which has to
/// leave the same bytes; every output is compared with what the file expects. Never throws for what is wrong with the
/// kernel, its files or its run: the outcome says it.
CaseOutcome verify_kernel(const std::filesystem::path& file, const VerifyOptions& options);

}  // namespace texpipe::study
