#include "functional/execution/eu/eu_row_kernels.h"

#include <array>

namespace texpipe::functional::rows {

namespace {

struct Found {
  std::array<RowKernels, 3> kernels{};
  unsigned count = 0;
};

Found find_kernels() {
  Found found;
  found.kernels[found.count++] = portable::kKernels;
#if defined(TEXPIPE_ROWS_X86)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) found.kernels[found.count++] = avx2::kKernels;
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

RowFunctions row_functions(const EuOperation& operation) {
  const Found& found = found_kernels();
  return found.kernels[found.count - 1].find(operation);
}

RowKernelList all_row_kernels() {
  return {found_kernels().kernels.data(), found_kernels().count};
}

}  // namespace texpipe::functional::rows
