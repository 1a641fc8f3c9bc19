#include <array>

#include "functional/sampling/lanes/targets.h"

namespace texpipe::functional::lanes {
namespace {

struct Found {
  std::array<LaneKernels, 3> kernels{};
  unsigned count = 0;
};

Found find_kernels() {
  Found found;
  found.kernels[found.count++] = portable::kKernels;
#if defined(TEXPIPE_X86)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) found.kernels[found.count++] = avx2::kKernels;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    found.kernels[found.count++] = avx512::kKernels;
  }
#endif
  return found;
}

const Found& found_kernels() {
  static const Found found = find_kernels();
  return found;
}

}  // namespace

const LaneKernels& lane_kernels() {
  return found_kernels().kernels[found_kernels().count - 1];
}

LaneKernelList all_lane_kernels() {
  return {found_kernels().kernels.data(), found_kernels().count};
}

}  // namespace texpipe::functional::lanes
