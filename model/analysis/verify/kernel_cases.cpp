#include "analysis/verify/kernel_cases.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/verify/case_error.h"
#include "functional/device/untimed_run.h"
#include "workload/opencl_kernel/kernel_result.h"
#include "workload/opencl_kernel/kernel_row.h"

namespace texpipe::study {

namespace {

std::vector<NpyArray> outputs_of(const KernelRow& row) {
  std::vector<NpyArray> arrays;
  for (const auto& launch : row.launches) {
    for (const KernelOutput& output : launch->outputs)
      arrays.push_back(read_output(*launch, *row.workload.memory, output));
  }
  return arrays;
}

void judge(const KernelWorkload& made, const functional::GpuMemory& memory, CaseOutcome& outcome) {
  for (const LaunchOutput& wanted : made.launch->outputs) {
    if (wanted.expected.empty()) continue;
    const auto output = std::find_if(made.outputs.begin(), made.outputs.end(),
                                     [&](const KernelOutput& o) { return o.argument == wanted.argument; });
    const OutputVerdict verdict = judge_output(made, memory, *output, wanted);
    outcome.values += verdict.values;
    outcome.failing_values += verdict.failing;
    if (!verdict.passed) fail_case(outcome, verdict.problem);
  }
}

/// Compares the outputs of a timed run with those of an untimed one: they have to be equal.
void compare(const KernelRow& row, const std::vector<NpyArray>& untimed, CaseOutcome& outcome) {
  const std::vector<NpyArray> timed = outputs_of(row);
  std::size_t i = 0;
  for (const auto& launch : row.launches) {
    for (const KernelOutput& output : launch->outputs) {
      if (timed[i].data != untimed[i].data) fail_case(outcome, output.name + " has other bytes than untimed");
      ++i;
    }
  }
}

/// As `SIMD16`, of launches in a row each.
std::string variant_of(const KernelRow& row) {
  std::string text;
  for (const auto& launch : row.launches)
    text += (text.empty() ? "SIMD" : ", SIMD") + std::to_string(launch->kernel->simd);
  return text;
}

}  // namespace

CaseOutcome verify_kernel(const std::filesystem::path& file, const VerifyOptions& options) {
  CaseOutcome outcome{.id = file.stem().string(), .file = file.string(), .path = CasePath::kKernel};
  try {
    const std::vector<KernelLaunch> launches = read_kernel_launches(file);
    KernelRow made = make_kernel_row(launches);
    outcome.variant = variant_of(made);
    functional::run_untimed(made.workload);
    outcome.notes = std::move(made.workload.warnings);
    if (made.workload.bounds->count() != 0)
      outcome.notes.push_back(
          {.position = launches.front().position, .path = {}, .problem = made.workload.bounds->text(), .hint = {}});
    for (const auto& launch : made.launches) judge(*launch, *made.workload.memory, outcome);
    if (options.timed_workload) {
      KernelRow timed = make_kernel_row(launches);
      options.timed_workload(timed.workload);
      compare(timed, outputs_of(made), outcome);
    }
  } catch (const Error& error) {
    take_case_error(outcome, error);
  }
  return outcome;
}

}  // namespace texpipe::study
