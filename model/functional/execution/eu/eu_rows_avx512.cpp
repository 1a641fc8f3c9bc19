// The functions for hosts with AVX-512.
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
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")
#endif

namespace texpipe::functional::rows::avx512 {

constexpr unsigned kWindowLanes = 16;  // that come out of a window together

template <class Words>
inline Words permuted(const Words& words, const Words& places) {
  if constexpr (sizeof(Words) == sizeof(__m512i)) {
    return reinterpret_cast<Words>(
        _mm512_permutexvar_epi32(reinterpret_cast<const __m512i&>(places), reinterpret_cast<const __m512i&>(words)));
  } else {
    return reinterpret_cast<Words>(
        _mm256_permutevar8x32_epi32(reinterpret_cast<const __m256i&>(words), reinterpret_cast<const __m256i&>(places)));
  }
}

/// Bytes as numbers of 32 bits: GCC 12 converts a vector of them one by one.
template <class Words>
inline Words widened(const std::uint8_t* bytes) {
  if constexpr (sizeof(Words) == sizeof(__m512i)) {
    return reinterpret_cast<Words>(_mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes))));
  } else {
    return reinterpret_cast<Words>(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes))));
  }
}

/// Two lists of sixteen of which eight take turns; each leaves a register as a whole, so that no load waits for halves.
inline void separate(const float* from, float* x, float* y) {
  const __m512 low = _mm512_loadu_ps(from), high = _mm512_loadu_ps(from + 16);
  _mm512_storeu_ps(x, _mm512_shuffle_f32x4(low, high, 0x44));
  _mm512_storeu_ps(y, _mm512_shuffle_f32x4(low, high, 0xEE));
}

#include "functional/execution/eu/eu_rows.inc.h"
#include "functional/execution/eu/eu_rows_flags.inc.h"
#include "functional/execution/eu/eu_rows_list.inc.h"

const RowKernels kKernels{"AVX-512", find};

}  // namespace texpipe::functional::rows::avx512

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
