#include "functional/shared_function/sampler_response.h"

#include <algorithm>

#include "functional/formats/small_float.h"

namespace texpipe::functional {
namespace {

constexpr unsigned kRegistersPerRow = 2;  // of sixteen lanes

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

/// Bytes of eight lanes of 32 bits.
std::uint32_t bytes_of_lanes(std::uint32_t lanes) {
  std::uint32_t bytes = 0;
  for (unsigned lane = 0; lane < 8; ++lane) bytes |= (lanes >> lane & 1) * 0xFu << 4 * lane;
  return bytes;
}

/// 32-bit numbers: registers of eight lanes.
void pack_rows(const SamplerRequest& request, const SamplerResults& results, unsigned data, MessageResponse& response) {
  const unsigned per_channel = request.simd == SamplerSimd::kSimd16 ? 2 : 1;
  unsigned next = 0;
  for (unsigned c = 0; c < 4 && next + per_channel <= data; ++c) {
    if ((request.disabled_channels >> c & 1) != 0) continue;
    for (unsigned half = 0; half < per_channel; ++half, ++next) {
      const std::uint32_t lanes = request.execution_mask >> 8 * half & 0xFF;
      const std::uint32_t* from = results.value[c].data() + std::size_t{8} * half;
      Grf& to = response.registers[next];
      for (unsigned lane = 0; lane < 8; ++lane) to[lane] = (lanes >> lane & 1) != 0 ? from[lane] : 0;
      response.byte_enables[next] = lanes == 0xFF ? 0xFFFFFFFFu : bytes_of_lanes(lanes);
    }
  }
}

/// 16-bit numbers: sixteen lanes fit into a register.
void pack_halves(const SamplerRequest& request, const SamplerResults& results, unsigned data,
                 MessageResponse& response) {
  unsigned next = 0;
  for (unsigned c = 0; c < 4 && next < data; ++c) {
    if ((request.disabled_channels >> c & 1) != 0) continue;
    for (unsigned channel = 0; channel < request.channels(); ++channel) {
      if ((request.execution_mask >> channel & 1) == 0) continue;
      put(response, next, channel * 2, narrow_result(results.value[c][channel], results.kind), 2);
    }
    ++next;
  }
}

}  // namespace

bool is_plain_response(const SamplerRequest& request) {
  const unsigned length = request.response_length;
  return request.simd == SamplerSimd::kSimd16 && request.pixels == 0xFFFF && request.execution_mask == 0xFFFF &&
         request.disabled_channels == 0 && !request.half_return && !request.null_mask &&
         !request.operation->kill_mask && length != 0 && length <= 4 * kRegistersPerRow &&
         length % kRegistersPerRow == 0;
}

void set_plain_rows(const SamplerRequest& request, Grf* registers, UnreadRows& unread, ResultRows& rows) {
  const unsigned channels = request.response_length / kRegistersPerRow;
  for (unsigned c = 0; c < 4; ++c)
    rows[c] = c < channels ? registers[std::size_t{kRegistersPerRow} * c].data() : unread[c - 1].data();
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
  std::fill(response.registers.begin(), response.registers.end(), Grf{});
  std::fill(response.byte_enables.begin(), response.byte_enables.end(), 0u);
  const unsigned masks = (request.null_mask ? 1 : 0) + (request.operation->kill_mask ? 1 : 0);
  const unsigned data = request.response_length > masks ? request.response_length - masks : 0;
  if (request.simd == SamplerSimd::kSimd4x2) {
    if (data != 0) pack_side_by_side(request, results, request.half_return ? 2 : 4, response);
  } else if (request.half_return) {
    pack_halves(request, results, data, response);
  } else {
    pack_rows(request, results, data, response);
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
