#include "functional/shared_function/sampler_response.h"

#include <algorithm>
#include <bit>

#include "functional/formats/small_float.h"

namespace texpipe::functional {
namespace {

/// Writes the low `bytes` bytes of a number at a byte of the response.
void put(MessageResponse& response, unsigned first_register, unsigned byte, std::uint32_t bits, unsigned bytes) {
  const unsigned index = first_register + byte / 32;
  if (index >= response.registers.size()) return;
  const unsigned at = byte % 32;
  const std::uint32_t mask = bytes == 4 ? 0xFFFFFFFFu : 0xFFFFu;
  std::uint32_t& word = response.registers[index][at / 4];
  const unsigned shift = at % 4 * 8;
  word = (word & ~(mask << shift)) | (bits & mask) << shift;
  response.byte_enables[index] |= (bytes == 4 ? 0xFu : 0x3u) << at;
}

void put_mask(MessageResponse& response, unsigned index, std::uint32_t bits) {
  if (index < response.registers.size()) put(response, index, 0, bits, 4);
}

/// SIMD4x2: R G B A of sample 0 in DWords 0 to 3, of sample 1 in 4 to 7.
void pack_side_by_side(const SamplerRequest& request, const SamplerResults& results, unsigned bytes,
                       MessageResponse& response) {
  for (unsigned sample = 0; sample < 2; ++sample) {
    for (unsigned c = 0; c < 4; ++c) {
      const unsigned lane = 4 * sample + c;
      if ((request.execution_mask >> lane & 1) == 0 || (request.disabled_channels >> c & 1) != 0) continue;
      const std::uint32_t bits = results.value[c][sample];
      put(response, 0, lane * bytes, bytes == 2 ? narrow_result(bits, results.kind) : bits, bytes);
    }
  }
}

/// True for whole registers of 32-bit numbers: all lanes of those channels that are returned, in their order, and no
/// masks.
bool packs_plainly(const SamplerRequest& request) {
  const std::uint32_t all = request.simd == SamplerSimd::kSimd16 ? 0xFFFFu : 0xFFu;
  const unsigned per_channel = request.simd == SamplerSimd::kSimd16 ? 2 : 1;
  const unsigned channels = 4 - static_cast<unsigned>(std::popcount(request.disabled_channels & 15u));
  return request.simd != SamplerSimd::kSimd4x2 && request.execution_mask == all && !request.half_return &&
         !request.null_mask && !request.operation->kill_mask && request.response_length <= channels * per_channel &&
         request.response_length % per_channel == 0;
}

void pack_plainly(const SamplerRequest& request, const SamplerResults& results, MessageResponse& response) {
  const unsigned per_channel = request.simd == SamplerSimd::kSimd16 ? 2 : 1;
  unsigned next = 0;
  for (unsigned c = 0; c < 4 && next < request.response_length; ++c) {
    if ((request.disabled_channels >> c & 1) != 0) continue;
    for (unsigned half = 0; half < per_channel; ++half, ++next) {
      std::copy_n(results.value[c].data() + 8 * half, 8, response.registers[next].begin());
      response.byte_enables[next] = 0xFFFFFFFFu;
    }
  }
}

}  // namespace

bool make_plain_response(const SamplerRequest& request, MessageResponse& response, ResultRows& rows) {
  constexpr unsigned kRegisters = 8;
  if (request.simd != SamplerSimd::kSimd16 || request.pixels != 0xFFFF) return false;
  if (request.response_length != kRegisters || !packs_plainly(request)) return false;  // so all four channels
  response.registers.resize(kRegisters);
  response.byte_enables.assign(kRegisters, 0xFFFFFFFFu);
  // Registers follow one another.
  for (unsigned c = 0; c < 4; ++c) rows[c] = response.registers[2 * c].data();
  return true;
}

std::uint16_t narrow_result(std::uint32_t bits, ChannelKind kind) {
  switch (kind) {
    case ChannelKind::kUint:
      return static_cast<std::uint16_t>(std::min<std::uint32_t>(bits, 0xFFFF));
    case ChannelKind::kSint:
      return static_cast<std::uint16_t>(std::clamp<std::int32_t>(static_cast<std::int32_t>(bits), -32768, 32767));
    default:
      return float_to_half_bits(bits, Narrowing::kNearestEven);
  }
}

void pack_sampler_response(const SamplerRequest& request, const SamplerResults& results, MessageResponse& response) {
  response.registers.resize(request.response_length);
  response.byte_enables.resize(request.response_length);
  if (packs_plainly(request)) {
    pack_plainly(request, results, response);
    return;
  }
  std::fill(response.registers.begin(), response.registers.end(), Grf{});
  std::fill(response.byte_enables.begin(), response.byte_enables.end(), 0u);
  const unsigned masks = (request.null_mask ? 1 : 0) + (request.operation->kill_mask ? 1 : 0);
  const unsigned data = request.response_length > masks ? request.response_length - masks : 0;
  const unsigned bytes = request.half_return ? 2 : 4;

  if (request.simd == SamplerSimd::kSimd4x2) {
    if (data != 0) pack_side_by_side(request, results, bytes, response);
  } else {
    const unsigned per_channel = request.simd == SamplerSimd::kSimd16 && !request.half_return ? 2 : 1;
    unsigned next = 0;
    for (unsigned c = 0; c < 4 && next + per_channel <= data; ++c) {
      if ((request.disabled_channels >> c & 1) != 0) continue;
      for (unsigned channel = 0; channel < request.channels(); ++channel) {
        if ((request.execution_mask >> channel & 1) == 0) continue;
        const std::uint32_t bits = results.value[c][channel];
        put(response, next, channel * bytes, bytes == 2 ? narrow_result(bits, results.kind) : bits, bytes);
      }
      next += per_channel;
    }
  }
  if (request.execution_mask == 0) return;
  const std::uint32_t all = (1u << request.channels()) - 1;
  const std::uint32_t disabled = all & ~request.pixels;
  if (request.null_mask) put_mask(response, data, (results.resident & all) | disabled);
  if (request.operation->kill_mask) {
    put_mask(response, data + (request.null_mask ? 1 : 0), 0xFFFFFF00u | (results.alive & request.pixels & 0xFF));
  }
}

}  // namespace texpipe::functional
