#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "study/verify/verify_run.h"

namespace texpipe::study {

namespace {

constexpr std::string_view status_word(CaseStatus status) {
  switch (status) {
    case CaseStatus::kPassed:
      return "passed";
    case CaseStatus::kFailed:
      return "failed";
    case CaseStatus::kUnsupported:
      break;
  }
  return "unsupported";
}

constexpr std::string_view path_word(CasePath path) {
  switch (path) {
    case CasePath::kSampler:
      return "sampler";
    case CasePath::kDecodeTable:
      return "decode_table";
    case CasePath::kNone:
      break;
  }
  return "none";
}

std::size_t lenient_cases(const VerifyReport& report) {
  std::size_t count = 0;
  for (const CaseOutcome& outcome : report.outcomes) count += outcome.lenient && outcome.status == CaseStatus::kPassed;
  return count;
}

}  // namespace

std::string report_text(const VerifyReport& report) {
  std::string text;
  for (const CaseOutcome& outcome : report.outcomes) {
    if (outcome.status == CaseStatus::kPassed) continue;
    const std::string variant = outcome.variant.empty() ? "" : " [" + outcome.variant + "]";
    text += fmt::format("{} {}{}: {}\n", status_word(outcome.status), outcome.id, variant, outcome.problem);
    for (const std::string& line : outcome.detail) text += "    " + line + "\n";
  }
  const std::size_t decoded = report.count(CaseStatus::kPassed, CasePath::kDecodeTable);
  text += fmt::format(
      "{} cases, {}: {} passed ({} by the sampler, {} by the format table alone; {} lenient), {} failed, {} "
      "unsupported\n",
      report.outcomes.size(), report.timing, report.count(CaseStatus::kPassed),
      report.count(CaseStatus::kPassed) - decoded, decoded, lenient_cases(report), report.count(CaseStatus::kFailed),
      report.count(CaseStatus::kUnsupported));
  return text;
}

std::string report_json(const VerifyReport& report) {
  nlohmann::ordered_json json;
  json["timing"] = report.timing;
  json["passed"] = report.count(CaseStatus::kPassed);
  json["passed_by_decode_table"] = report.count(CaseStatus::kPassed, CasePath::kDecodeTable);
  json["lenient"] = lenient_cases(report);
  json["failed"] = report.count(CaseStatus::kFailed);
  json["unsupported"] = report.count(CaseStatus::kUnsupported);
  json["cases"] = nlohmann::ordered_json::array();
  for (const CaseOutcome& outcome : report.outcomes) {
    nlohmann::ordered_json item{{"id", outcome.id},
                                {"file", outcome.file},
                                {"variant", outcome.variant},
                                {"status", status_word(outcome.status)},
                                {"path", path_word(outcome.path)},
                                {"values", outcome.values},
                                {"failing_values", outcome.failing_values}};
    if (!outcome.problem.empty()) item["problem"] = outcome.problem;
    if (!outcome.detail.empty()) item["detail"] = outcome.detail;
    json["cases"].push_back(std::move(item));
  }
  return json.dump(2) + "\n";
}

}  // namespace texpipe::study
