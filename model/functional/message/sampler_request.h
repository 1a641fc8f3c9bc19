// A sampler message taken apart: descriptor, header and parameters of each channel (specification/messages 3.1 to 3.4).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/quantity.h"
#include "functional/message/message.h"
#include "isa/gen9/sampler_message_type.h"

namespace texpipe::functional {

inline constexpr std::uint8_t kSamplerSfid = 2;
inline constexpr unsigned kMaxSamplerChannels = 16;

/// Layout of channels in the payload.
enum class SamplerSimd : std::uint8_t {
  kSimd8,
  kSimd16,
  kSimd8D,   // eight independent samples, no quads
  kSimd4x2,  // two samples, parameters side by side
};

struct SamplerRequest {
  const gen9::SamplerMessageFacts* operation = nullptr;
  SamplerSimd simd = SamplerSimd::kSimd8;
  std::uint8_t binding_table_index = 0;
  std::uint32_t bindless_surface_offset = 0;  // bytes; counts with binding table index 252
  bool half_return = false;                   // 16-bit return format
  bool header = false;
  std::uint8_t response_length = 0;  // registers
  ByteAddress sampler_state;         // of the sampler, absolute
  // Header fields; all 0 without one.
  std::array<std::int8_t, 3> offset{};  // texels along u, v, r
  std::uint8_t disabled_channels = 0;   // bits R G B A: not returned
  std::uint8_t gather_channel = 0;      // 0 R to 3 A
  bool null_mask = false;               // Pixel Null Mask Enable

  std::array<std::uint8_t, 2> coarse_pixel{1, 1};  // what quad differences are divided by (R13)
  bool cube_direction = false;                     // of gradients on a cube: those of a direction (R28)

  std::uint32_t execution_mask = 0;  // bit n: register channel n is written
  std::uint32_t pixels = 0;          // bit n: sample n is asked for
  std::uint8_t given_parameters = 0;
  /// Places of the parameters in the message's payload, which the request refers to: channel n's at [n *
  /// parameter_stride]. Null: not given, 0.
  std::array<const std::uint32_t*, gen9::kSamplerParameters> parameters{};
  std::uint8_t parameter_stride = 1;

  unsigned channels() const { return simd == SamplerSimd::kSimd16 ? 16 : simd == SamplerSimd::kSimd4x2 ? 2 : 8; }
  unsigned subspans() const { return simd == SamplerSimd::kSimd16 ? 4 : simd == SamplerSimd::kSimd4x2 ? 1 : 2; }
  std::uint32_t bits(gen9::SamplerParameter parameter, unsigned channel) const {
    const std::uint32_t* values = parameters[static_cast<unsigned>(parameter)];
    return values == nullptr ? 0 : values[channel * parameter_stride];
  }
  float real(gen9::SamplerParameter parameter, unsigned channel) const {
    return std::bit_cast<float>(bits(parameter, channel));
  }
  std::int32_t integer(gen9::SamplerParameter parameter, unsigned channel) const {
    return static_cast<std::int32_t>(bits(parameter, channel));
  }
};

/// Takes a message apart. Omitted trailing parameters are 0, extra ones are ignored (R16).
/// Errors: those of SamplerMessage::decode; kUnsupported for SIMD32/64 (media); kMalformedInput for a payload that is
/// shorter than its descriptors say.
void decode_sampler_request(const Message& message, SamplerRequest& request);

}  // namespace texpipe::functional
