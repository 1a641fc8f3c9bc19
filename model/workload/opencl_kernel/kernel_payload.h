// Payload that a kernel's threads start with: cross-thread data, which all share, and registers of their own
// (specification/kernel-binary 5 and 6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/quantity.h"
#include "functional/execution/eu_program.h"
#include "workload/opencl_kernel/device_program.h"
#include "workload/opencl_kernel/kernel_launch.h"
#include "workload/opencl_kernel/work_groups.h"

namespace texpipe::study {

/// Addresses of buffers, by argument.
using BufferAddresses = std::map<std::uint32_t, ByteAddress>;

/// The cross-thread data of a launch whose arguments fit the kernel (check_arguments).
std::vector<std::byte> cross_thread_data(const DeviceKernel& kernel, const KernelLaunch& launch,
                                         const BufferAddresses& buffers);

/// The keys of the program's constants and variables among them.
inline constexpr std::uint32_t kProgramConstantsKey = ~0u, kProgramVariablesKey = ~0u - 1;
/// The key of all private memory.
inline constexpr std::uint32_t kPrivateMemoryKey = ~0u - 2;
/// The key of the buffer that printf writes to.
inline constexpr std::uint32_t kPrintfKey = ~0u - 3;

/// Local memory of a work group: what the kernel declares, and behind it that of its arguments.
std::uint64_t local_bytes(const DeviceKernel& kernel, const KernelLaunch& launch);

/// Scratch memory of all threads of a launch: each has its own (assumed; the hardware has one for each thread slot).
std::uint64_t scratch_bytes(const DeviceKernel& kernel, const KernelLaunch& launch);

/// Private memory of a thread's work-items, and of all threads of a launch: each has its own (assumed; the hardware has
/// one for each thread slot, by whose number compiled code finds it: here that number is 0, and the address that a
/// thread gets is its own).
std::uint64_t private_bytes_of_thread(const DeviceKernel& kernel);
std::uint64_t private_bytes(const DeviceKernel& kernel, const KernelLaunch& launch);

/// r0, the local ids of the thread's work-items, and the cross-thread data behind them, with the address of the
/// thread's own private memory.
void load_payload(const KernelLaunch& launch, const DeviceKernel& kernel, std::uint32_t group, std::uint32_t thread,
                  const std::vector<std::byte>& cross_thread, functional::ThreadRegisters& registers);

}  // namespace texpipe::study
