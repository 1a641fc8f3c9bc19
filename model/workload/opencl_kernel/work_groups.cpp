#include "workload/opencl_kernel/work_groups.h"

#include <algorithm>

namespace texpipe::study {

namespace {

std::uint32_t items_of(const WorkSize& size) {
  return size[0] * size[1] * size[2];
}

}  // namespace

WorkSize group_place(const KernelLaunch& launch, std::uint32_t group) {
  const WorkSize counts = group_counts(launch);
  return {group % counts[0], group / counts[0] % counts[1], group / counts[0] / counts[1]};
}

WorkSize chosen_local_size(const DeviceKernel& kernel, const KernelLaunch& launch) {
  if (kernel.required_group[0] != 0) return kernel.required_group;
  const WorkSize& global = launch.global_size;
  WorkSize best{1, 1, 1};
  for (std::uint32_t x = std::min(kLargestGroup, global[0]); x > 0; --x) {
    if (global[0] % x != 0) continue;
    for (std::uint32_t y = std::min(kLargestGroup / x, global[1]); y > 0; --y) {
      if (global[1] % y != 0) continue;
      std::uint32_t z = std::min(kLargestGroup / x / y, global[2]);
      while (global[2] % z != 0) --z;
      if (x * y * z > items_of(best)) best = {x, y, z};
    }
  }
  return best;
}

WorkSize group_counts(const KernelLaunch& launch) {
  WorkSize counts{};
  for (unsigned i = 0; i < 3; ++i) counts[i] = (launch.global_size[i] - 1) / launch.local_size[i] + 1;
  return counts;
}

std::uint64_t group_count(const KernelLaunch& launch) {
  const WorkSize counts = group_counts(launch);
  return std::uint64_t{counts[0]} * counts[1] * counts[2];
}

WorkSize group_size(const KernelLaunch& launch, std::uint32_t group) {
  const WorkSize at = group_place(launch, group);
  WorkSize size{};
  for (unsigned i = 0; i < 3; ++i)
    size[i] = std::min(launch.local_size[i], launch.global_size[i] - at[i] * launch.local_size[i]);
  return size;
}

std::uint32_t group_threads(const KernelLaunch& launch, std::uint32_t simd, std::uint32_t group) {
  return (items_of(group_size(launch, group)) + simd - 1) / simd;
}

std::uint32_t threads_per_group(const KernelLaunch& launch, std::uint32_t simd) {
  return group_threads(launch, simd, 0);
}

std::uint32_t dispatch_mask(const KernelLaunch& launch, std::uint32_t simd, std::uint32_t group, std::uint32_t thread) {
  const std::uint32_t items = items_of(group_size(launch, group)), before = thread * simd;
  const std::uint32_t lanes = items > before ? std::min(simd, items - before) : 0;
  return static_cast<std::uint32_t>((std::uint64_t{1} << lanes) - 1);
}

}  // namespace texpipe::study
