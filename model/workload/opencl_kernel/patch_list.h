// The tokens that tell what a compiled kernel needs.
#pragma once

#include "workload/opencl_kernel/binary_part.h"
#include "workload/opencl_kernel/device_program.h"

namespace texpipe::study {

/// Reads a kernel's patch list into it; its heaps are there already. Errors: those of read_device_program.
void read_patch_list(BinaryPart list, DeviceKernel& kernel);

}  // namespace texpipe::study
