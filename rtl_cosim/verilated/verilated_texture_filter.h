// The RTL filter (rtl_cosim/rtl/texture_filter.sv) behind the stream ports.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "functional/sampling/filter.h"
#include "functional/sampling/prefilter.h"
#include "rtl_cosim/verilated/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// RTL that stands behind the ports.
enum class TextureFilterVariant : std::uint8_t {
  kRepository,
  kSwappedWeights,  // planted: corners 1 and 2 of a pixel exchange their weights
};

inline constexpr unsigned kFilterCodeBits = 25;
inline constexpr unsigned kFilterCornerWeightBits = 17;
inline constexpr unsigned kFilterPixelWeightBits = 19;
inline constexpr unsigned kFilterPixelSumBits = 59;
inline constexpr unsigned kFilterBorderWeightBits = 35;
inline constexpr unsigned kTextureFilterSlots = 5;

inline constexpr std::array<Port, 12> kTextureFilterInputs{{
    {"in_codes", 64 * kFilterCodeBits, kFilterCodeBits, true},
    {"in_weights", 16 * kFilterCornerWeightBits, kFilterCornerWeightBits},
    {"in_border", 16, 4},
    {"in_pixels", 4},
    {"in_pixel_weights", 4 * kFilterPixelWeightBits, kFilterPixelWeightBits},
    {"in_compare", 1},
    {"in_relation", 3},
    {"in_compare_alpha", 1},
    {"in_shown", 4},
    {"in_limits", 4 * kFilterCodeBits, kFilterCodeBits, true},
    {"in_unordered", 4},
    {"in_last", 1},
}};
inline constexpr std::array<Port, 3> kTextureFilterOutputs{{
    {"out_sums", 16 * kFilterPixelSumBits, kFilterPixelSumBits, true},
    {"out_border_weights", 4 * kFilterBorderWeightBits, kFilterBorderWeightBits},
    {"out_last", 1},
}};

/// @param seed  of what registers hold before the reset
std::unique_ptr<StreamRtl> make_verilated_texture_filter(TextureFilterVariant rtl, std::uint64_t seed);

/// A footprint on the input ports.
/// @param texels   before the compare; of fixed-point channels
/// @param compare  of the subspan; null: texels are summed as they are
/// @param last     of the subspan
PortValues texture_filter_request(const functional::FootprintPlan& plan,
                                  const std::array<functional::Texel, functional::kTexelsPerFootprint>& texels,
                                  const functional::SubspanCompare* compare, bool last);

/// A pixel's sums on the output ports.
functional::PixelSums texture_filter_sums(const PortValues& result, unsigned pixel);
/// The other way round.
void put_texture_filter_sums(PortValues& result, unsigned pixel, const functional::PixelSums& sums);

}  // namespace texpipe::rtl_cosim
