// A compiled kernel with its launch as a workload, and what it left behind.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "functional/execution/eu/eu_thread.h"
#include "isa/gen9/render_surface_state.h"
#include "pictures/npy/npy.h"
#include "workload/opencl_kernel/device_program.h"
#include "workload/opencl_kernel/kernel_launch.h"
#include "workload/opencl_kernel/kernel_payload.h"

namespace texpipe::study {

/// An output of the launch in memory.
struct KernelOutput {
  std::string name;                  // of the argument
  std::uint32_t argument = 0;        // its index
  gen9::RenderSurfaceState surface;  // where it is
  std::optional<std::uint32_t> binding_table_index{};
};

struct KernelWorkload {
  functional::Workload workload;
  std::shared_ptr<const KernelLaunch> launch;
  std::shared_ptr<const DeviceKernel> kernel;
  std::vector<KernelOutput> outputs;  // as the launch lists them
  ByteAddress printf_buffer{};        // of a kernel that prints
};

/// Refuses (kInvalidConfiguration, with places in the launch and what the kernel wants, everything at once) arguments
/// that the kernel has and the launch lacks or the other way round, of another kind, type or size; and a group that the
/// kernel was not compiled for.
void check_arguments(const DeviceKernel& kernel, const KernelLaunch& launch);

/// The kernel of this name in the launch's binary. Errors: those of read_device_program; kInvalidConfiguration with the
/// nearest spelling; kUnsupported, naming the kernel, for one that needs what the model lacks.
DeviceKernel find_kernel(const KernelLaunch& launch);

struct KernelOptions {
  functional::BufferBounds::Policy bounds = functional::BufferBounds::Policy::kCount;
  std::uint64_t most_instructions = functional::kMostThreadInstructions;  // of each thread
};

/// Things that launches in a row have in common: each is made after the one before.
struct SharedLaunches {
  std::unique_ptr<functional::GpuMemory> memory = std::make_unique<functional::GpuMemory>();
  std::unique_ptr<functional::BufferBounds> bounds;
  std::map<std::string, gen9::RenderSurfaceState> surfaces;  // images and buffers by the name that they are shared by
};

/// A launch without local size gets the largest one that fits, and the workload a warning that says so. Errors: those
/// of the above, of the argument's files, of decoding the code, and of EuCode.
KernelWorkload make_kernel_workload(const KernelLaunch& launch, const KernelOptions& options = {});
/// One of launches in a row, whose workload lacks the memory and bounds that they share.
KernelWorkload make_kernel_workload(const KernelLaunch& launch, const KernelOptions& options, SharedLaunches& shared);

/// An output as the array that a launch's `expected` has.
/// @param memory  the workload's
NpyArray read_output(const KernelWorkload& made, const functional::GpuMemory& memory, const KernelOutput& output);

}  // namespace texpipe::study
