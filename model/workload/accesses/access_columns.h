// Columns of a file of accesses: what a quad may say.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "isa/gen9/sampler_message_type.h"

namespace texpipe::study {

/// Values that a quad has once.
enum class QuadColumn : std::uint8_t {
  kThread,
  kCall,
  kTexture,
  kSampler,
  kMessage,
  kMask,
  kSimd,
  kHeader,
  kResponse,
  kHalf
};
inline constexpr unsigned kQuadColumns = 10;

inline constexpr std::array<EnumRow, kQuadColumns> kQuadColumnRows{{
    {0, "thread", "number of the thread that asks; 0 when it is not given"},
    {1, "call", "quads of a thread with one number go in one message"},
    {2, "texture", "place in the study's `textures`, from 0; 0 when it is not given"},
    {3, "sampler", "place in the study's samplers, from 0; 0 when it is not given"},
    {4, "message", "sampler message: sample, sample_l, gather4, ld, ..."},
    {5, "mask",
     "pixels that take part: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right; 15 when not given"},
    {6, "simd", "channels of the message, 8 or 16; the study's `simd` when it is not given"},
    {7, "header", "DWord 2 of the message's header: texel offsets, channels that are left out, channel of a gather"},
    {8, "response", "registers of the response; all channels when it is not given"},
    {9, "half", "1: the response has 16 bits a channel"},
}};
inline EnumRows enum_rows(QuadColumn) {
  return {"column of accesses", kQuadColumnRows};
}

inline constexpr unsigned kQuadPixels = 4;
inline constexpr unsigned kAnyPixel = kQuadPixels;  // a value for the whole quad
inline constexpr unsigned kPixelAxes = 2;           // of `x` and `y`

/// Number of a column. Behind the values that a quad has once are those that it may have for each pixel: places in the
/// picture, then the parameters of sampler messages.
using ColumnNumber = std::uint8_t;
constexpr ColumnNumber column_of(QuadColumn column) {
  return static_cast<ColumnNumber>(column);
}
constexpr ColumnNumber pixel_column(unsigned axis, unsigned pixel) {
  return static_cast<ColumnNumber>(kQuadColumns + axis * (kQuadPixels + 1) + pixel);
}
constexpr ColumnNumber parameter_column(gen9::SamplerParameter parameter, unsigned pixel) {
  return static_cast<ColumnNumber>(kQuadColumns + (kPixelAxes + static_cast<unsigned>(parameter)) * (kQuadPixels + 1) +
                                   pixel);
}
inline constexpr unsigned kColumns = kQuadColumns + (kPixelAxes + gen9::kSamplerParameters) * (kQuadPixels + 1);

/// None: no column has this name. `u` is that of the whole quad, `u0` to `u3` those of its pixels.
std::optional<ColumnNumber> column_named(std::string_view name);
std::string column_name(ColumnNumber column);
/// Text that names what was meant, or lists all.
std::string column_hint(std::string_view name);

/// A value of a row, and where it stands.
struct AccessCell {
  std::string_view text{};  // empty: not given
  int column = 0;
};

/// Cells of a line, by column; good until the next line is read.
struct AccessRow {
  std::array<AccessCell, kColumns> cells{};
  int line = 0;
};

/// Next row of a file's text.
class AccessRows {
 public:
  virtual ~AccessRows() = default;
  /// False at the end. Errors: kMalformedInput with the place.
  virtual bool next(AccessRow& row) = 0;
};

}  // namespace texpipe::study
