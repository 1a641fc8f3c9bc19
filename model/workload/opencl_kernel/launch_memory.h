// Memory and states of a launch: what its arguments and its binary place there.
#pragma once

#include "workload/opencl_kernel/kernel_workload.h"
#include "workload/opencl_kernel/launch_data.h"

namespace texpipe::study {

/// Places heaps, images, buffers, samplers and data of a kernel that is made, with its context and outputs.
/// @param shared  memory and bounds, and what earlier launches placed for others
/// @return addresses of buffers
BufferAddresses place_launch(KernelWorkload& made, SharedLaunches& shared);

}  // namespace texpipe::study
