// Results of a sampler operation for each channel of a message, before they are packed into registers.
#pragma once

#include <array>
#include <cstdint>

#include "functional/formats/texel.h"
#include "functional/message/sampler_request.h"

namespace texpipe::functional {

/// Destinations of the results of channels R, G, B, A: kMaxSamplerChannels numbers each.
using ResultRows = std::array<std::uint32_t*, 4>;

/// Numbers of a message's result, per surface or query channel R, G, B, A and message channel: float32 bits or
/// integers.
struct SamplerResults {
  std::array<std::array<std::uint32_t, kMaxSamplerChannels>, 4> value{};
  std::uint32_t alive = 0xFFFFFFFF;        // bit n: chroma key did not kill pixel n
  std::uint32_t resident = 0xFFFFFFFF;     // bit n: no texel of pixel n lies in a null tile
  ChannelKind kind = ChannelKind::kFloat;  // what 16-bit return makes of the numbers

  ResultRows rows() { return {value[0].data(), value[1].data(), value[2].data(), value[3].data()}; }

  void set(unsigned channel, const std::array<std::uint32_t, 4>& rgba) {
    for (unsigned c = 0; c < 4; ++c) value[c][channel] = rgba[c];
  }
};

}  // namespace texpipe::functional
