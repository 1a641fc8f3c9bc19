// The functions for hosts with AVX2.
#include <array>
#include <bit>
#include <cstring>

#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_lane_functions.h"
#include "functional/execution/eu/eu_row_kernels.h"
#include "functional/execution/eu/eu_value.h"

#if defined(TEXPIPE_ROWS_X86)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

namespace texpipe::functional::rows::avx2 {

#include "functional/execution/eu/eu_rows.inc.h"
#include "functional/execution/eu/eu_rows_flags.inc.h"
#include "functional/execution/eu/eu_rows_list.inc.h"

const RowKernels kKernels{"AVX2", find};

}  // namespace texpipe::functional::rows::avx2

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
