// Footprints, which the sampler's stages pass along: each is one level and one tap of the four pixels of a subspan.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "functional/surface/texel_address.h"
#include "functional/surface/word_places.h"
#include "isa/gen9/surface_format.h"

namespace texpipe::functional {

inline constexpr unsigned kPixelsPerSubspan = 4;
inline constexpr unsigned kTexelsPerPixel = 4;  // of one footprint; a volume's second slice is a second footprint
inline constexpr unsigned kTexelsPerFootprint = kPixelsPerSubspan * kTexelsPerPixel;

/// Columns of the rate tables: bits of a decoded texel, as specification/sampling 14 counts them.
enum class FormatClass : std::uint8_t { k32Bits, k64Bits, k128Bits };

/// Rows of the rate tables.
enum class FilterClass : std::uint8_t { kPoint, kBilinear, kTrilinear, kAnisotropic };

/// Cache lines of a footprint (address / line size), each once, in order of first touch. Not initialised: most
/// footprints have few, and a texel may straddle two.
struct FootprintLineNumbers {
  static constexpr unsigned kMost = 2 * kTexelsPerFootprint;
  FootprintLineNumbers() {}  // NOLINT(modernize-use-equals-default): `= default` would write all of them
  std::uint64_t& operator[](unsigned line) { return number[line]; }
  std::uint64_t operator[](unsigned line) const { return number[line]; }
  std::array<std::uint64_t, kMost> number;
};

/// Not initialised either.
struct FootprintWordPlaces {
  FootprintWordPlaces() {}  // NOLINT(modernize-use-equals-default)
  std::array<std::uint8_t, FootprintLineNumbers::kMost> place;
};

struct Footprint {
  Footprint() {}                // NOLINT(modernize-use-equals-default): neither does this one
  std::uint8_t pixels = 0;      // bit p: pixel p (UL, UR, LL, LR) takes part
  std::uint8_t level = 0;       // mip level, counted from the surface's level 0
  std::uint8_t tap = 0;         // anisotropic tap, 0 for isotropic filters
  std::uint8_t slice_half = 0;  // 0, or 1 for the second slice of a volume's linear filter
  std::uint16_t texels = 0;     // bit (4 * pixel + corner): that texel is read from memory (not border, not null)
  FilterClass filter = FilterClass::kPoint;
  FormatClass format_class = FormatClass::k32Bits;
  std::uint8_t element_bytes = 4;   // stored bytes of one element (texel or block)
  std::uint8_t texel_bytes = 4;     // bytes of one texel in the decoded address space
  std::uint8_t expansion = 1;       // decoded address = stored address * expansion (+ place inside the block)
  std::uint8_t float_channels = 0;  // of 32 bits, that a filter sums
  bool buffer = false;              // of a surface with one axis of elements, each after the one before
  gen9::SurfaceFormat format = gen9::SurfaceFormat::kR8G8B8A8Unorm;
  std::uint8_t line_count = 0;
  std::uint8_t blocks = 0;     // different blocks among the texels; 0 for formats without blocks
  bool decoded_lines = false;  // the lines are of decoded texels, not of stored bytes
  /// Number of words, where a plan was asked for them: words of 8 bytes that the texels lie in, each once.
  std::uint8_t word_count = 0;
  bool wide_words = false;  // of elements larger than a word, rows of 32 bytes: their places name no columns
  SurfaceWords word_places;
  FootprintLineNumbers lines{};  // the first `line_count` of them
  FootprintWordPlaces words{};   // by WordPlaces, the first `word_count` of them
};

/// Addresses of a footprint's texels, for who reads them from memory; corners that memory does not hold stay 0.
using FootprintAddresses = std::array<TexelAddress, kTexelsPerFootprint>;

/// Operands of one footprint, filled when an RTL adapter, checker or recorder asks. Fixed-point formats: `code` is the
/// integer that the filter sums; float formats: the bits of the float32.
struct FootprintOperands {
  std::array<std::array<std::uint32_t, 4>, kTexelsPerFootprint> code{};  // [4 * pixel + corner][R, G, B, A]
  std::array<std::uint32_t, kTexelsPerFootprint> weight{};  // product of the axes' 8-bit weights; a pixel's sum to 2^16
};

/// Intermediate values of a plan beyond its operands, for readers of the values between parameters and results.
struct FootprintIntermediates {
  std::uint16_t border = 0;   // texels that are the border colour
  std::uint16_t missing = 0;  // beyond a cube's corner: the mean of the pixel's other three
  std::array<std::array<std::uint32_t, 4>, kTexelsPerFootprint> code{};  // as operands', the border's too
  std::array<std::uint32_t, kTexelsPerFootprint> weight{};
  std::array<std::uint32_t, kPixelsPerSubspan> pixel_weight{};  // of the footprint among those of the pixel
};

/// Levels that a pixel's level of detail chose; in 1/256 level.
struct PixelLevels {
  std::int32_t unclamped = 0;
  std::int32_t clamped = 0;
  bool magnify = false;
  std::uint8_t first = 0;  // of the view
  std::uint8_t second = 0;
  std::uint16_t second_weight = 0;
  std::uint8_t taps = 0;  // anisotropic; 0: the pixel reads no texels
};

}  // namespace texpipe::functional
