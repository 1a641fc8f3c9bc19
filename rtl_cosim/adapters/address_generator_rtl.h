// The RTL address generator (rtl_cosim/rtl/address_generator.sv) behind the stream ports.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "rtl_cosim/adapters/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// Which RTL stands behind the ports.
enum class AddressGeneratorRtl : std::uint8_t {
  kRepository,
  kMirrorOffByOne,  // planted: a mirrored texel is one too far
};

inline constexpr unsigned kSizePortBits = 15;
inline constexpr unsigned kAddressPortBits = 48;
inline constexpr unsigned kCornerWeightPortBits = 17;
inline constexpr unsigned kAddressGeneratorSlots = 4;

inline constexpr std::array<Port, 12> kAddressGeneratorInputs{{
    {"in_coordinates", 64, 32},
    {"in_modes", 6, 3},
    {"in_linear", 1},
    {"in_to_nearest", 1},
    {"in_offsets", 8, 4, true},
    {"in_size", 2 * kSizePortBits, kSizePortBits},
    {"in_level_column", 16},
    {"in_level_row", 32},
    {"in_base", kAddressPortBits},
    {"in_pitch", 19},
    {"in_tiling", 2},
    {"in_element", 7},
}};
inline constexpr std::array<Port, 5> kAddressGeneratorOutputs{{
    {"out_texels", 4},
    {"out_border", 4},
    {"out_weights", 4 * kCornerWeightPortBits, kCornerWeightPortBits},
    {"out_addresses", 4 * kAddressPortBits, kAddressPortBits},
    {"out_places", 16, 4},
}};

/// @param seed  of what registers hold before the reset
std::unique_ptr<StreamRtl> make_address_generator_rtl(AddressGeneratorRtl rtl, std::uint64_t seed);

}  // namespace texpipe::rtl_cosim
