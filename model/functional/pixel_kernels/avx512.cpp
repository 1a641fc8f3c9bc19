// The kernels for hosts with AVX-512.
#include <immintrin.h>

#include <array>
#include <bit>
#include <cstring>

#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/pixel_kernels/pixel_rules.h"

#if defined(TEXPIPE_PIXELS_X86)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2")
#endif

namespace texpipe::functional::pixel_kernels::avx512 {

constexpr unsigned kVectorLanes = 16;

/// Bit n: value n is negative.
inline unsigned negative_bits(const TileRow& row) {
  return _mm512_movepi64_mask(reinterpret_cast<const __m512i&>(row));
}

#include "functional/pixel_kernels/lane_pairs.inc.h"
#include "functional/pixel_kernels/pixel_kernels.inc.h"

/// Bit n: lane n is all ones; lanes are all ones or 0.
inline std::uint32_t bits_of_lanes(const Words& lanes) {
  return _mm512_movepi32_mask(reinterpret_cast<__m512i>(lanes));
}

#include "functional/pixel_kernels/lane_depths.inc.h"
#include "functional/pixel_kernels/word_colors.inc.h"

const PixelKernels kKernels{"AVX-512", barycentrics,        depths,       test_depths, plane_values,
                            inverses,  encode_unorm_texels, inner_pixels, write_words};

}  // namespace texpipe::functional::pixel_kernels::avx512

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
