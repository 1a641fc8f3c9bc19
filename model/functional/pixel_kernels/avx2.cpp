// The kernels for hosts with AVX2.
#include <immintrin.h>

#include <array>
#include <bit>
#include <cstring>

#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/pixel_kernels/pixel_rules.h"

#if defined(TEXPIPE_PIXELS_X86)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

namespace texpipe::functional::pixel_kernels::avx2 {

constexpr unsigned kVectorLanes = 8;

/// Bit n: value n is negative.
inline unsigned negative_bits(const TileRow& row) {
  struct {
    __m256d low, high;
  } halves;
  std::memcpy(&halves, &row, sizeof halves);
  return static_cast<unsigned>(_mm256_movemask_pd(halves.low) | _mm256_movemask_pd(halves.high) << 4);
}

#include "functional/pixel_kernels/lane_pairs.inc.h"

/// Lanes from `first` on, of which each has the number of its subspan.
[[gnu::always_inline]] inline void spread(const Four<float>& of_subspans, unsigned first, Floats& lanes) {
  const __m128 two = first == 0 ? _mm_unpacklo_ps(of_subspans, of_subspans) : _mm_unpackhi_ps(of_subspans, of_subspans);
  lanes = _mm256_set_m128(_mm_unpackhi_ps(two, two), _mm_unpacklo_ps(two, two));
}
/// Lanes of which each has the number of its pixel.
[[gnu::always_inline]] inline void repeat(const Four<float>& of_pixels, Floats& lanes) {
  lanes = _mm256_set_m128(of_pixels, of_pixels);
}
/// Lanes from `first` on go to every second one of some registers, beginning at `to`.
[[gnu::always_inline]] inline void store_registers(const Floats& lanes, unsigned first,
                                                   std::array<std::uint32_t, 8>* to) {
  std::memcpy(to[first / 8 * 2].data(), &lanes, sizeof lanes);
}

#include "functional/pixel_kernels/pixel_kernels.inc.h"

/// Bit n: lane n is all ones; lanes are all ones or 0.
inline std::uint32_t bits_of_lanes(const Words& lanes) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(lanes)));
}

#include "functional/pixel_kernels/lane_depths.inc.h"
#include "functional/pixel_kernels/word_colors.inc.h"

const PixelKernels kKernels{"AVX2",   barycentrics,        depths,       test_depths, plane_values,
                            inverses, encode_unorm_texels, inner_pixels, write_words};

}  // namespace texpipe::functional::pixel_kernels::avx2

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
