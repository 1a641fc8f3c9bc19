// The RTL texel decoder (rtl_cosim/rtl/texel_decoder.sv) behind the stream ports.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "rtl_cosim/adapters/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// Which RTL stands behind the ports.
enum class TexelDecoderRtl : std::uint8_t {
  kRepository,
  kFifthsAsSevenths,  // planted: the five steps of a BC4 block get weights of seven
};

inline constexpr unsigned kTexelCodeBits = 25;
inline constexpr unsigned kChannelLayoutBits = 23;
inline constexpr unsigned kTexelDecoderSlots = 3;

inline constexpr std::array<Port, 4> kTexelDecoderInputs{{
    {"in_coding", 4},
    {"in_texel", 4},
    {"in_channels", 4 * kChannelLayoutBits, kChannelLayoutBits},
    {"in_element", 128},
}};
inline constexpr std::array<Port, 1> kTexelDecoderOutputs{{
    {"out_codes", 4 * kTexelCodeBits, kTexelCodeBits, true},
}};

/// @param seed  of what registers hold before the reset
std::unique_ptr<StreamRtl> make_texel_decoder_rtl(TexelDecoderRtl rtl, std::uint64_t seed);

}  // namespace texpipe::rtl_cosim
