// Failures and errors of a case that verify runs as a whole: a kernel, a pixel shader, or a recording.
#pragma once

#include <string>

#include "analysis/verify/verify_run.h"

namespace texpipe::study {

/// Marks a case that has passed so far as failed, for this reason.
void fail_case(CaseOutcome& outcome, std::string problem);

/// Marks the case by the error's code and keeps its first diagnostic, and how many there are.
void take_case_error(CaseOutcome& outcome, const Error& error);

}  // namespace texpipe::study
