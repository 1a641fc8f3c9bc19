// Why a value of a golden case is wrong: which rule decides it, and the intermediate values behind it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/verify/case_messages.h"
#include "analysis/verify/pass_rule.h"
#include "analysis/verify/row_trace.h"
#include "analysis/verify/what_if.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::study {

/// The rules that decide a case's values, by their ids (isa/rule_words.h).
std::string deciding_rules(const GoldenCase& golden);

/// One line: which row and column, what was expected and found, by which rule, at which coordinates.
std::string describe_failure(const GoldenCase& golden, const CaseRows& rows, const CaseVerdict& verdict);

/// Why the first failing value of a case is what it is.
struct CaseDiagnosis {
  std::size_t row = 0;
  unsigned column = 0;
  Interval expected;
  double got = 0;
  std::string rules;
  std::vector<Suspect> suspects;
  std::size_t rows_tried = 0;  // failing rows that the suspects were tried on
  RowTrace trace;

  /// The diagnosis as lines of text: suspects, then the trace.
  std::vector<std::string> lines() const;
};

/// Diagnosis of a case whose messages ran; nothing for a case that passed.
/// @param memory, messages  as executed; the messages hold `rows` in order
std::optional<CaseDiagnosis> diagnose(const functional::GpuMemory& memory, const GoldenCase& golden,
                                      const CaseRows& rows, std::span<const functional::Message> messages,
                                      const CaseVerdict& verdict);

/// Diagnosis of a case that the format table decoded. @param element  bytes of the failing row's element
CaseDiagnosis diagnose_decode(const GoldenCase& golden, const ValueFailure& failure,
                              std::span<const std::byte> element);

}  // namespace texpipe::study
