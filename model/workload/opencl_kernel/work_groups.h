// Work groups of a launch, and their threads.
#pragma once

#include <cstdint>

#include "workload/opencl_kernel/device_program.h"
#include "workload/opencl_kernel/kernel_launch.h"

namespace texpipe::study {

/// Most work-items of a group whose size nobody gave: as many as OpenCL promises on Gen9.
inline constexpr std::uint32_t kLargestGroup = 256;

/// The local size of a launch that has none, as drivers choose it: what the kernel was compiled for, or else the
/// largest group of at most 256 work-items whose sizes divide the global ones, and of equal ones the widest along x,
/// then y.
WorkSize chosen_local_size(const DeviceKernel& kernel, const KernelLaunch& launch);

/// Work groups of a launch along each axis, and in all.
WorkSize group_counts(const KernelLaunch& launch);
std::uint64_t group_count(const KernelLaunch& launch);

/// Work-items of a group along each axis: those of local_size but at the far ends of the launch, where fewer may be
/// left.
WorkSize group_size(const KernelLaunch& launch, std::uint32_t group);

/// Threads of a group, and of the largest.
std::uint32_t group_threads(const KernelLaunch& launch, std::uint32_t simd, std::uint32_t group);
std::uint32_t threads_per_group(const KernelLaunch& launch, std::uint32_t simd);

/// Lanes of a thread that have a work-item; 0 for those behind the group's threads.
std::uint32_t dispatch_mask(const KernelLaunch& launch, std::uint32_t simd, std::uint32_t group, std::uint32_t thread);

/// Place of a group along each axis.
WorkSize group_place(const KernelLaunch& launch, std::uint32_t group);

}  // namespace texpipe::study
