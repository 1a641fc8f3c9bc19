#include "analysis/verify/kernel_cases.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/verify/case_error.h"
#include "functional/device/untimed_run.h"
#include "workload/opencl_kernel/kernel_result.h"
#include "workload/opencl_kernel/kernel_workload.h"

namespace texpipe::study {

namespace {

std::vector<NpyArray> outputs_of(const KernelWorkload& made) {
  std::vector<NpyArray> arrays;
  for (const KernelOutput& output : made.outputs) arrays.push_back(read_output(made, *made.workload.memory, output));
  return arrays;
}

void judge(const KernelWorkload& made, CaseOutcome& outcome) {
  for (const LaunchOutput& wanted : made.launch->outputs) {
    if (wanted.expected.empty()) continue;
    const auto output = std::find_if(made.outputs.begin(), made.outputs.end(),
                                     [&](const KernelOutput& o) { return o.argument == wanted.argument; });
    const OutputVerdict verdict = judge_output(made, *made.workload.memory, *output, wanted);
    outcome.values += verdict.values;
    outcome.failing_values += verdict.failing;
    if (!verdict.passed) fail_case(outcome, verdict.problem);
  }
}

/// Compares the outputs of a timed run with those of an untimed one: they have to be equal.
void compare(const KernelWorkload& made, const std::vector<NpyArray>& untimed, CaseOutcome& outcome) {
  const std::vector<NpyArray> timed = outputs_of(made);
  for (std::size_t i = 0; i < timed.size(); ++i) {
    if (timed[i].data != untimed[i].data) fail_case(outcome, made.outputs[i].name + " has other bytes than untimed");
  }
}

}  // namespace

CaseOutcome verify_kernel(const std::filesystem::path& file, const VerifyOptions& options) {
  CaseOutcome outcome{.id = file.stem().string(), .file = file.string(), .path = CasePath::kKernel};
  try {
    const KernelLaunch launch = read_kernel_launch(file);
    KernelWorkload made = make_kernel_workload(launch);
    outcome.variant = "SIMD" + std::to_string(made.kernel->simd);
    functional::run_untimed(made.workload);
    outcome.notes = std::move(made.workload.warnings);
    if (made.workload.bounds->count() != 0)
      outcome.notes.push_back(
          {.position = launch.position, .path = {}, .problem = made.workload.bounds->text(), .hint = {}});
    judge(made, outcome);
    if (options.timed_workload) {
      KernelWorkload timed = make_kernel_workload(launch);
      options.timed_workload(timed.workload);
      compare(timed, outputs_of(made), outcome);
    }
  } catch (const Error& error) {
    take_case_error(outcome, error);
  }
  return outcome;
}

}  // namespace texpipe::study
