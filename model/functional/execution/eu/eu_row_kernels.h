// Instructions whose channels write 32 or 16 bits of general registers beside those of their neighbours: most of what
// compilers emit, led from sources to destination in one loop over the host's vectors.
#pragma once

#include "functional/execution/eu/eu_operation.h"

namespace texpipe::functional::rows {

/// Functions that do what run_compute does, for a thread and for several; null: none fits the instruction.
struct RowFunctions {
  EuOperation::Run run = nullptr;
  EuOperation::RunMany run_many = nullptr;
};
using Find = RowFunctions (*)(const EuOperation& operation);

/// Those of the widest vectors that the host has.
RowFunctions row_functions(const EuOperation& operation);

/// One for each instruction set that the host has, all of which give the same results; for tests.
struct RowKernels {
  const char* name;
  Find find;
};
struct RowKernelList {
  const RowKernels* first;
  unsigned count;
  const RowKernels* begin() const { return first; }
  const RowKernels* end() const { return first + count; }
};
RowKernelList all_row_kernels();

#if defined(__x86_64__)
#define TEXPIPE_ROWS_X86 1
#endif

namespace portable {
extern const RowKernels kKernels;
}
#if defined(TEXPIPE_ROWS_X86)
namespace avx2 {
extern const RowKernels kKernels;
}
namespace avx512 {
extern const RowKernels kKernels;
}
#endif

}  // namespace texpipe::functional::rows
