#include "functional/message/sampler_request.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "functional/message/recent_decode.h"
#include "isa/gen9/sampler_message.h"

namespace texpipe::functional {
namespace {

using gen9::SamplerHeader;
using gen9::SamplerMessage;

constexpr unsigned kSamplerStateBytes = 16;

[[noreturn]] void malformed(const std::string& problem) {
  throw Error{ExitCode::kMalformedInput, problem};
}

SamplerSimd simd_of(gen9::SimdMode mode, const SamplerHeader& header) {
  if (mode == gen9::SimdMode::kSimd8) return SamplerSimd::kSimd8;
  if (mode == gen9::SimdMode::kSimd16) return SamplerSimd::kSimd16;
  return header.simd_mode_extension == gen9::SimdModeExtension::kSimd4x2 ? SamplerSimd::kSimd4x2 : SamplerSimd::kSimd8D;
}

void read_parameters(const Message& message, SamplerRequest& request, unsigned first, unsigned registers) {
  const gen9::SamplerMessageFacts& operation = *request.operation;
  const unsigned width = request.simd == SamplerSimd::kSimd16 ? 2 : 1;
  const bool side_by_side = request.simd == SamplerSimd::kSimd4x2;
  const auto given =
      std::min<std::size_t>(side_by_side ? registers * 4 : registers / width, operation.parameters.size());
  request.given_parameters = static_cast<std::uint8_t>(given);
  request.parameters = {};
  request.parameter_stride = side_by_side ? 4 : 1;
  for (unsigned index = 0; index < given; ++index) {
    const Grf& source = message.payload[first + (side_by_side ? index / 4 : index * width)];
    request.parameters[static_cast<unsigned>(operation.parameters[index])] =
        source.data() + (side_by_side ? index % 4 : 0);
  }
}

/// A header as far as it acts, that is by its DWords 2 and 3; the last one is kept, because a program repeats them.
const SamplerHeader& recent_header(std::span<const std::uint32_t, SamplerHeader::kDwords> words) {
  struct Recent {
    std::array<std::uint32_t, SamplerHeader::kDwords> words{};
    SamplerHeader header = SamplerHeader::decode(words);
  };
  thread_local Recent recent;
  if (recent.words[2] != words[2] || recent.words[3] != words[3]) {
    recent.words[2] = words[2];
    recent.words[3] = words[3];
    recent.header = SamplerHeader::decode(recent.words);
  }
  return recent.header;
}

}  // namespace

void decode_sampler_request(const Message& message, SamplerRequest& request) {
  const auto& fields = recently_decoded<SamplerMessage>({message.descriptor, message.extended_descriptor});
  request.header = fields.header_present;
  const unsigned length = fields.payload_length();
  if (message.payload.size() < length || (request.header && length == 0)) {
    malformed("sampler message: payload has " + std::to_string(message.payload.size()) +
              " registers, its descriptors say " + std::to_string(length));
  }
  if (message.context == nullptr) malformed("sampler message without a context");
  request.operation = &fields.facts();
  if (request.operation->action == gen9::SamplerAction::kMedia)
    unsupported("sampler message type " + std::string{request.operation->name} + " at SIMD32/64 (media)");

  const MessageContext& context = *message.context;
  SamplerHeader header;
  std::uint32_t sampler_table = context.sampler_state_offset;
  if (request.header) {
    header = recent_header(message.payload[0]);
    sampler_table = header.sampler_state_pointer;
  }
  request.offset = {header.u_offset, header.v_offset, header.r_offset};
  request.disabled_channels = header.channel_disables;
  request.gather_channel = static_cast<std::uint8_t>(header.gather_channel);
  request.null_mask = header.pixel_null_mask;
  request.simd = simd_of(fields.simd_mode, header);
  request.binding_table_index = fields.binding_table_index;
  request.bindless_surface_offset = fields.bindless_surface_offset;
  request.half_return = fields.return_format == gen9::ReturnFormat::k16Bit;
  request.response_length = fields.response_length;
  request.coarse_pixel = fields.cps_lod_compensation ? context.coarse_pixel : std::array<std::uint8_t, 2>{1, 1};
  request.cube_direction = context.queries.cube_direction;
  request.sampler_state = ByteAddress{context.dynamic_state_base.value() + sampler_table +
                                      std::uint64_t{fields.sampler_index} * kSamplerStateBytes};

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
