// The RTL texel decoder (rtl_cosim/rtl/texel_decoder.sv) behind the stream ports.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "functional/formats/channel_plan.h"
#include "functional/formats/texel.h"
#include "isa/gen9/surface_format.h"
#include "rtl_cosim/verilated/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// RTL that stands behind the ports.
enum class TexelDecoderVariant : std::uint8_t {
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

/// Whether the RTL decodes a format.
bool texel_decoder_has(const gen9::FormatFacts& facts);

/// Value of in_coding (texel_channel.sv); 0: plain.
unsigned texel_decoder_coding(gen9::BlockCode code);
/// Word of in_channels for a channel of a plain format: where its bytes are, or its code.
std::uint64_t texel_decoder_layout(const functional::PlainPlan& plan, unsigned channel);

/// A texel on the input ports.
/// @param coding   of the surface: what missing channels read
/// @param element  its bytes; column and row: of the texel in it
PortValues texel_decoder_request(const gen9::FormatFacts& facts, const functional::TexelCoding& coding,
                                 const std::array<std::byte, 16>& element, unsigned column, unsigned row);
/// The texel on the output port.
functional::Texel texel_decoder_texel(const PortValues& result);

/// @param seed  of what registers hold before the reset
std::unique_ptr<StreamRtl> make_verilated_texel_decoder(TexelDecoderVariant rtl, std::uint64_t seed);

}  // namespace texpipe::rtl_cosim
