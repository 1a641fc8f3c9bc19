// The kernels for every host.
#include <array>
#include <bit>
#include <cstring>

#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/pixel_kernels/pixel_rules.h"

namespace texpipe::functional::pixel_kernels::portable {

constexpr unsigned kVectorLanes = 4;

/// Bit n: value n is negative.
inline unsigned negative_bits(const TileRow& row) {
  unsigned bits = 0;
  for (unsigned i = 0; i < 8; ++i) bits |= static_cast<unsigned>(static_cast<std::uint64_t>(row[i]) >> 63) << i;
  return bits;
}

#include "functional/pixel_kernels/lane_pairs.inc.h"

/// Lanes from `first` on, of which each has the number of its subspan.
[[gnu::always_inline]] inline void spread(const Four<float>& of_subspans, unsigned first, Floats& lanes) {
  lanes = Floats{} + of_subspans[first / kVectorLanes];
}
/// Lanes of which each has the number of its pixel.
[[gnu::always_inline]] inline void repeat(const Four<float>& of_pixels, Floats& lanes) {
  lanes = of_pixels;
}
/// Lanes from `first` on go to every second one of some registers, beginning at `to`.
[[gnu::always_inline]] inline void store_registers(const Floats& lanes, unsigned first,
                                                   std::array<std::uint32_t, 8>* to) {
  std::memcpy(to[first / 8 * 2].data() + first % 8, &lanes, sizeof lanes);
}

#include "functional/pixel_kernels/pixel_kernels.inc.h"

/// Bit n: lane n is all ones; lanes are all ones or 0.
inline std::uint32_t bits_of_lanes(const Words& lanes) {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < kVectorLanes; ++i) bits |= (lanes[i] & 1u) << i;
  return bits;
}

#include "functional/pixel_kernels/lane_depths.inc.h"
#include "functional/pixel_kernels/word_colors.inc.h"

const PixelKernels kKernels{"portable", barycentrics,        depths,       test_depths, plane_values,
                            inverses,   encode_unorm_texels, inner_pixels, write_words};

}  // namespace texpipe::functional::pixel_kernels::portable
