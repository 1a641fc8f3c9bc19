// Decoded codes as the numbers that the sampler returns, and back.
#pragma once

#include <array>
#include <cstdint>

#include "functional/formats/texel.h"

namespace texpipe::functional {

/// numerator / denominator rounded once to float32, to nearest even: the one conversion of a fixed-point filter's exact
/// sum.
/// @param numerator    integer sum of code * weight, |numerator| < 2^62
/// @param denominator  channel denominator * sum of the weights, 1 to 2^62
float ratio_to_float(std::int64_t numerator, std::uint64_t denominator);

/// The value of one channel as the 32 bits that go to the EU: float32 bits or an integer. UNORM and SNORM are correctly
/// rounded.
std::uint32_t channel_bits(ChannelCoding coding, std::uint32_t code);

/// All four channels as the sampler returns them when nothing is filtered.
std::array<std::uint32_t, 4> texel_to_rgba(const TexelCoding& coding, const Texel& texel);

/// Code nearest to a value (ties to even), clamped to the codes the format has: compare references (rule F7).
/// kFixed: clamped to [0, 1] or, signed, [-1, 1]; NaN is 0. Other kinds: the bits as they are.
std::uint32_t code_of_bits(ChannelCoding coding, std::uint32_t bits);

}  // namespace texpipe::functional
