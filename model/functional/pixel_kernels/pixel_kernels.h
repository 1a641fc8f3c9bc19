// Arithmetic of many pixels at once, compiled for each instruction set of the host: what one pixel computes is in
// pixel_rules.h.
#pragma once

#include <array>
#include <cstdint>

#include "functional/pixel_kernels/word_colors.h"

namespace texpipe::functional::pixel_kernels {

inline constexpr unsigned kSubspans = 4;  // of a call
inline constexpr unsigned kLanes = 4 * kSubspans;
inline constexpr unsigned kColors = 8;  // texels that are encoded in a call

/// value(x, y) = origin + ((x - x0) dx + (y - y0) dy), x0 and y0 shared by the planes of a primitive.
struct Plane {
  double dx = 0;
  double dy = 0;
  double origin = 0;
};

/// Upper left pixels of subspans; lane 4 s + p is pixel p of subspan s (upper left, upper right, lower left, lower
/// right).
struct SubspanPlaces {
  std::array<std::int32_t, kSubspans> x{};
  std::array<std::int32_t, kSubspans> y{};
};

/// Places of subspans as kernels take them: x of each one's pixel, with its y behind it, wherever the subspan is kept.
/// Numbers that were just put together would keep the host's vector loads waiting.
using SubspanCorners = std::array<const std::int32_t*, kSubspans>;

/// Weights of vertices at pixels' centres.
struct BarycentricInput {
  double x0 = 0;
  double y0 = 0;
  Plane b1, b2;
  Plane one_over_w;          // what the others are divided by
  bool perspective = false;  // otherwise they are not
};

/// One plane at one place in every pixel.
struct PlaneInput {
  double x0 = 0;
  double y0 = 0;
  Plane plane;
  double offset_x = 0.5;  // of the place from the pixel's upper left corner
  double offset_y = 0.5;
};

/// Depths at one place in every pixel, as codes of a depth format.
struct DepthInput {
  double x0 = 0;
  double y0 = 0;
  Plane z;
  double offset_x = 0;  // of the place from the pixel's upper left corner
  double offset_y = 0;
  float min_depth = 0;  // to which depths are clamped
  float max_depth = 1;
  double scale = 0;  // of a UNORM format; 0: the codes are the bits of the floats
};

/// Values of an edge function at the pixels of a tile of 8x8: first + x step_x + y step_y.
struct TileEdge {
  std::int64_t first = 0;
  std::int64_t step_x = 0;
  std::int64_t step_y = 0;
};

using LaneBits = std::array<std::uint32_t, kLanes>;

/// Float bits of two weights of eight lanes each, then of the next eight lanes, as registers of a payload hold them.
using WeightRegisters = std::array<std::array<std::uint32_t, 8>, 4>;

/// Comparison of depth codes with those that a buffer holds.
struct DepthRelation {
  unsigned bytes = 4;      // of an element: 2 or 4
  std::uint32_t bits = 0;  // of a stored element that are its code
  bool less = false;       // passes
  bool equal = false;
  bool greater = false;
};

/// Elements of sixteen pixels in memory: those of lanes 2 n and 2 n + 1 stand one behind the other at [n].
using LanePairs = std::array<std::byte*, kLanes / 2>;

struct PixelKernels {
  const char* name;
  /// Both weights in every lane, of places whose distance from 0 is below 2^22.
  void (*barycentrics)(const BarycentricInput& input, const SubspanCorners& corners, WeightRegisters& weights);
  void (*depths)(const DepthInput& input, const SubspanCorners& corners, LaneBits& codes);
  /// Lanes among `asked` whose codes pass against the elements, a bit each. @param stores  codes that pass take their
  /// place; otherwise the elements are only read
  std::uint32_t (*test_depths)(const DepthRelation& relation, const LaneBits& codes, const LanePairs& elements,
                               std::uint32_t asked, bool stores);
  /// Float bits of a plane's values at one place in every pixel, in single precision.
  void (*plane_values)(const PlaneInput& input, const SubspanCorners& corners, LaneBits& values);
  /// Float bits of 1 over a plane's values at pixels' centres, as `barycentrics` has them.
  void (*inverses)(const PlaneInput& input, const SubspanCorners& corners, LaneBits& values);
  /// Adds codes of UNORM values to words, shifted. @param bits  floats of eight texels
  void (*encode_unorm)(const std::uint32_t* bits, double scale, unsigned shift, std::uint32_t* words);
  /// Bit 8 y + x: the value at that pixel is not negative.
  std::uint64_t (*inner_pixels)(const TileEdge& edge);
  /// Words of the lanes that are set become those that colours leave there. @param source  float bits of R, G, B, A
  void (*write_words)(const WordColors& facts, const std::array<const std::uint32_t*, 4>& source, std::uint32_t lanes,
                      const LanePairs& words);
};

/// One for each instruction set that the host has, all of which give the same results; for tests.
struct PixelKernelList {
  const PixelKernels* first;
  unsigned count;
  const PixelKernels* begin() const { return first; }
  const PixelKernels* end() const { return first + count; }
};
PixelKernelList all_kernels();

/// Those of the widest vectors that the host has.
inline const PixelKernels& host_kernels() {
  static const PixelKernels& widest = *(all_kernels().end() - 1);
  return widest;
}

#if defined(__x86_64__)
#define TEXPIPE_PIXELS_X86 1
#endif

namespace portable {
extern const PixelKernels kKernels;
}
#if defined(TEXPIPE_PIXELS_X86)
namespace avx2 {
extern const PixelKernels kKernels;
}
namespace avx512 {
extern const PixelKernels kKernels;
}
#endif

}  // namespace texpipe::functional::pixel_kernels
