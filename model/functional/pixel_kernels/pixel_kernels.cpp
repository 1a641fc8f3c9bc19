#include "functional/pixel_kernels/pixel_kernels.h"

namespace texpipe::functional::pixel_kernels {

namespace {

struct Found {
  std::array<PixelKernels, 3> kernels{};
  unsigned count = 0;
};

Found find_kernels() {
  Found found;
  found.kernels[found.count++] = portable::kKernels;
#if defined(TEXPIPE_PIXELS_X86)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) found.kernels[found.count++] = avx2::kKernels;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    found.kernels[found.count++] = avx512::kKernels;
#endif
  return found;
}

const Found& found_kernels() {
  static const Found found = find_kernels();
  return found;
}

}  // namespace

PixelKernelList all_kernels() {
  return {found_kernels().kernels.data(), found_kernels().count};
}

}  // namespace texpipe::functional::pixel_kernels
