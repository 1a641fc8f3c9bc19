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

/// Lanes from `first` on, of which each has the number of its subspan.
[[gnu::always_inline]] inline void spread(const Four<float>& of_subspans, unsigned first, Floats& lanes) {
  static_cast<void>(first);  // 0
  const __m512i subspans = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
  lanes = _mm512_permutexvar_ps(subspans, _mm512_castps128_ps512(of_subspans));
}
/// Lanes of which each has the number of its pixel.
[[gnu::always_inline]] inline void repeat(const Four<float>& of_pixels, Floats& lanes) {
  lanes = _mm512_broadcast_f32x4(of_pixels);
}
/// Lanes from `first` on go to every second one of some registers, beginning at `to`.
[[gnu::always_inline]] inline void store_registers(const Floats& lanes, unsigned first,
                                                   std::array<std::uint32_t, 8>* to) {
  static_cast<void>(first);  // 0
  _mm256_storeu_ps(reinterpret_cast<float*>(to[0].data()), _mm512_castps512_ps256(lanes));
  _mm256_storeu_ps(reinterpret_cast<float*>(to[2].data()), _mm512_extractf32x8_ps(lanes, 1));
}

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
