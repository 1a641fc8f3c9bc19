// Expected outputs of a kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "workload/opencl_kernel/kernel_workload.h"

namespace texpipe::study {

/// One output after the comparison with what was expected.
struct OutputVerdict {
  std::string name;
  std::uint64_t values = 0;   // compared
  std::uint64_t failing = 0;  // of them
  std::uint64_t failing_pixels = 0;
  bool passed = true;
  std::string problem;  // of one that did not pass: the first value that differs, and how many do
};

/// Compares an output under its tolerance; NaN equals NaN. Errors: kInvalidConfiguration for an expected array of
/// another type or size; those of read_npy.
OutputVerdict judge_output(const KernelWorkload& made, const functional::GpuMemory& memory, const KernelOutput& output,
                           const LaunchOutput& expected);

/// Every output as NAME.npy.
std::vector<functional::ResultFile> result_files(const KernelWorkload& made, const functional::GpuMemory& memory);

}  // namespace texpipe::study
