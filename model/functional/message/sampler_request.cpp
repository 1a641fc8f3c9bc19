#include "functional/message/sampler_request.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {
namespace {

constexpr std::uint32_t field(std::uint32_t word, unsigned high, unsigned low) {
  return word >> low & static_cast<std::uint32_t>((std::uint64_t{1} << (high - low + 1)) - 1);
}

constexpr std::int8_t signed_nibble(std::uint32_t word, unsigned low) {
  return static_cast<std::int8_t>(static_cast<std::int32_t>(word << (28 - low)) >> 28);
}

[[noreturn]] void malformed(const std::string& problem) {
  throw Error{ExitCode::kMalformedInput, problem};
}

SamplerSimd simd_of(std::uint32_t mode, bool header, std::uint32_t m0_2) {
  if (mode == 1) return SamplerSimd::kSimd8;
  if (mode == 2) return SamplerSimd::kSimd16;
  return header && field(m0_2, 22, 22) ? SamplerSimd::kSimd4x2 : SamplerSimd::kSimd8D;
}

void read_header(const Message& message, SamplerRequest& request) {
  const std::uint32_t word = message.payload[0][2];
  request.offset = {signed_nibble(word, 8), signed_nibble(word, 4), signed_nibble(word, 0)};
  request.disabled_channels = static_cast<std::uint8_t>(field(word, 15, 12));
  request.gather_channel = static_cast<std::uint8_t>(field(word, 17, 16));
  request.null_mask = field(word, 23, 23) != 0;
}

void read_parameters(const Message& message, SamplerRequest& request, unsigned first, unsigned registers) {
  const SamplerOperation& operation = *request.operation;
  const unsigned width = request.simd == SamplerSimd::kSimd16 ? 2 : 1;
  const bool side_by_side = request.simd == SamplerSimd::kSimd4x2;
  const unsigned given =
      std::min<unsigned>(side_by_side ? registers * 4 : registers / width, operation.parameter_count);
  request.given_parameters = static_cast<std::uint8_t>(given);
  request.parameters = {};
  request.parameter_stride = side_by_side ? 4 : 1;
  for (unsigned index = 0; index < given; ++index) {
    const Grf& source = message.payload[first + (side_by_side ? index / 4 : index * width)];
    request.parameters[static_cast<unsigned>(operation.parameters[index])] =
        source.data() + (side_by_side ? index % 4 : 0);
  }
}

}  // namespace

void decode_sampler_request(const Message& message, SamplerRequest& request) {
  const std::uint32_t descriptor = message.descriptor;
  const std::uint32_t type = field(descriptor, 16, 12);
  const std::uint32_t mode = field(descriptor, 18, 17);
  request.header = field(descriptor, 19, 19) != 0;
  const unsigned length = field(descriptor, 28, 25) + field(message.extended_descriptor, 9, 6);
  if (message.payload.size() < length || (request.header && length == 0)) {
    malformed("sampler message: payload has " + std::to_string(message.payload.size()) +
              " registers, its descriptors say " + std::to_string(length));
  }
  if (message.context == nullptr) malformed("sampler message without a context");
  if (field(descriptor, 29, 29)) unsupported("sampler message with 16-bit parameters (descriptor bit 29)");
  if (mode == 3) {
    const std::string_view name = media_operation_name(type);
    unsupported("sampler message type " + (name.empty() ? std::to_string(type) : std::string{name}) +
                " at SIMD32/64 (media)");
  }
  request.operation = find_sampler_operation(type);
  if (request.operation == nullptr) unsupported("sampler message type " + std::to_string(type) + " (reserved)");

  request.simd = simd_of(mode, request.header, request.header ? message.payload[0][2] : 0);
  if (request.simd == SamplerSimd::kSimd16 && request.operation->simd8_only) {
    malformed("sampler message " + std::string{request.operation->name} + " exists at SIMD8 only");
  }
  request.binding_table_index = static_cast<std::uint8_t>(field(descriptor, 7, 0));
  request.half_return = field(descriptor, 30, 30) != 0;
  request.response_length = static_cast<std::uint8_t>(field(descriptor, 24, 20));

  const MessageContext& context = *message.context;
  constexpr std::uint32_t kCpsCompensation = 1u << 11;
  request.coarse_pixel = {1, 1};
  if ((message.extended_descriptor & kCpsCompensation) != 0) request.coarse_pixel = context.coarse_pixel;
  request.cube_direction = context.queries.cube_direction;
  std::uint64_t sampler_table = context.sampler_state_offset;
  request.offset = {};
  request.disabled_channels = 0;
  request.gather_channel = 0;
  request.null_mask = false;
  if (request.header) {
    read_header(message, request);
    sampler_table = message.payload[0][3] & ~0xFu;
  }
  request.sampler_state =
      ByteAddress{context.dynamic_state_base.value() + sampler_table + field(descriptor, 11, 8) * 16};

  const std::uint32_t all = request.simd == SamplerSimd::kSimd16 ? 0xFFFFu : 0xFFu;
  request.execution_mask = message.execution_mask & all;
  request.pixels = request.execution_mask;
  if (request.simd == SamplerSimd::kSimd4x2) {
    request.pixels = ((request.execution_mask & 0xF) != 0 ? 1u : 0u) | ((request.execution_mask & 0xF0) != 0 ? 2u : 0u);
  }
  const unsigned first = request.header ? 1 : 0;
  read_parameters(message, request, first, length - first);
}

}  // namespace texpipe::functional
