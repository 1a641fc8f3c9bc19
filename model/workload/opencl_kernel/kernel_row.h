// Kernels in a row: launches that share images and buffers, each after the one before has ended.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "workload/opencl_kernel/kernel_workload.h"

namespace texpipe::study {

struct KernelRow {
  functional::Workload workload;  // one phase for each launch; of one launch: its own
  std::vector<std::shared_ptr<const KernelWorkload>> launches;

  /// Outputs of all launches as NAME.npy, as they are when all have ended, and what the kernels print. Those that
  /// several launches name have the launch's number before them: 1.NAME.npy.
  std::vector<functional::ResultFile> result_files(const functional::GpuMemory& memory) const;
};

/// Errors: those of make_kernel_workload.
KernelRow make_kernel_row(const std::vector<KernelLaunch>& launches, const KernelOptions& options = {});

}  // namespace texpipe::study
