// Keys of the file that says how a kernel is launched (workload/opencl_kernel/kernel_launch.h). Studies are tempted to
// write them, so that their reader knows them, too.
#pragma once

#include <array>
#include <string_view>

namespace texpipe::study::launch_keys {

inline constexpr const char *kKernel = "kernel", *kFiles = "files", *kSimd = "simd", *kGlobalSize = "global_size",
                            *kLocalSize = "local_size", *kGlobalOffset = "global_offset", *kArguments = "args",
                            *kOutputs = "outputs", *kLaunches = "launches";

inline constexpr std::array<std::string_view, 9> kAll{kKernel,       kFiles,     kSimd,    kGlobalSize, kLocalSize,
                                                      kGlobalOffset, kArguments, kOutputs, kLaunches};

}  // namespace texpipe::study::launch_keys
