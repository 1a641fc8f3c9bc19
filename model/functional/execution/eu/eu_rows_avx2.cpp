// The functions for hosts with AVX2.
#include <immintrin.h>

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

constexpr unsigned kWindowLanes = 8;  // that come out of a window together

template <class Words>
inline Words permuted(const Words& words, const Words& places) {
  return reinterpret_cast<Words>(
      _mm256_permutevar8x32_epi32(reinterpret_cast<const __m256i&>(words), reinterpret_cast<const __m256i&>(places)));
}

/// Bytes as numbers of 32 bits: GCC 12 converts a vector of them one by one.
template <class Words>
inline Words widened(const std::uint8_t* bytes) {
  return reinterpret_cast<Words>(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes))));
}

/// Two lists of sixteen of which eight take turns.
inline void separate(const float* from, float* x, float* y) {
  for (unsigned half = 0; half < 2; ++half) {
    std::memcpy(x + std::size_t{8} * half, from + std::size_t{16} * half, 8 * sizeof(float));
    std::memcpy(y + std::size_t{8} * half, from + std::size_t{16} * half + 8, 8 * sizeof(float));
  }
}

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
