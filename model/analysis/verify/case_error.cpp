#include "analysis/verify/case_error.h"

#include <utility>

namespace texpipe::study {

namespace {

CaseStatus status_of(ExitCode code) {
  switch (code) {
    case ExitCode::kUnsupported:
      return CaseStatus::kUnsupported;
    case ExitCode::kMalformedInput:
    case ExitCode::kInvalidConfiguration:
      return CaseStatus::kMalformed;
    default:
      return CaseStatus::kFailed;
  }
}

}  // namespace

void fail_case(CaseOutcome& outcome, std::string problem) {
  if (outcome.status != CaseStatus::kPassed) return;
  outcome.status = CaseStatus::kFailed;
  outcome.problem = std::move(problem);
}

void take_case_error(CaseOutcome& outcome, const Error& error) {
  outcome.status = status_of(error.code());
  outcome.path = CasePath::kNone;
  outcome.problem = error.diagnostics().empty() ? error.what() : error.diagnostics().front().text();
  if (error.diagnostics().size() > 1)
    outcome.problem += " (and " + std::to_string(error.diagnostics().size() - 1) + " more)";
}

}  // namespace texpipe::study
