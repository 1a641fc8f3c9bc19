// A launch file to begin with, from what a kernel's binary says of its arguments.
#pragma once

#include <string>

#include "workload/opencl_kernel/device_program.h"

namespace texpipe::study {

/// YAML with every argument of the kernel; sizes and values that the binary cannot know are small ones, and a comment
/// says so. @param binary  as the file names it, from its own folder
std::string launch_template(const DeviceKernel& kernel, const std::string& binary);

}  // namespace texpipe::study
