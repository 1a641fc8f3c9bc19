#include "functional/shared_function/execute_data_port_message.h"

#include <bit>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/texel_encoder.h"
#include "functional/shared_function/oword_block.h"
#include "functional/shared_function/typed_surface.h"
#include "functional/shared_function/untyped_surface.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

namespace {

using gen9::DataPort1Type;
using gen9::DataPortMessage;
using gen9::TypedSlotGroup;

constexpr unsigned kChannels = 8;
constexpr unsigned kMaxTexelBytes = 16;
constexpr unsigned kSampleMaskDword = 7;  // of a header

/// The descriptor's fields; the last one is kept, because threads repeat their messages.
const DataPortMessage& decoded(gen9::MessageWords words) {
  thread_local gen9::MessageWords last_words;
  thread_local DataPortMessage last;
  thread_local bool known = false;
  if (!known || !(last_words == words)) {
    last = DataPortMessage::decode(words);
    last_words = words;
    known = true;
  }
  return last;
}

/// Payload of a typed write: where its addresses and its colours start.
struct TypedPayload {
  unsigned addresses = 0;  // first register
  unsigned address_count = 0;
  unsigned colors = 0;  // first register
  std::uint32_t mask = 0;
};

TypedPayload payload_of(const DataPortMessage& fields, const Message& message) {
  const unsigned header = fields.header_present ? 1 : 0;
  const unsigned color_count = 4 - static_cast<unsigned>(std::popcount(fields.channel_disables));
  const auto registers = static_cast<unsigned>(message.payload.size());
  if (registers != fields.payload_length() || registers < header + 1 + color_count ||
      registers > header + 4 + color_count) {
    throw Error{ExitCode::kMalformedInput, "a typed write of " + std::to_string(color_count) + " channels with " +
                                               std::to_string(registers) + " payload registers"};
  }
  TypedPayload payload{
      .addresses = header, .address_count = registers - header - color_count, .mask = message.execution_mask & 0xFF};
  payload.colors = header + payload.address_count;
  if (header != 0) {
    payload.mask &=
        message.payload[0][kSampleMaskDword] >> (fields.slot_group == TypedSlotGroup::kSlots8To15 ? kChannels : 0);
  }
  return payload;
}

/// Place of a channel's texel; false when it is outside the surface (gen9-state.md section 2: array elements count from
/// Minimum Array Element, as many as Render Target View Extent says).
bool place_of(const TypedSurface& surface, const std::array<std::uint32_t, 3>& uvr, TexelPlace& place) {
  const gen9::RenderSurfaceState& state = surface.state;
  const bool is_1d = state.type == gen9::SurfaceType::k1D;
  const bool is_buffer = state.is_buffer();
  place.x = uvr[0];
  place.y = is_1d || is_buffer ? 0 : uvr[1];
  std::uint32_t slice = 0;
  if (!is_buffer && (state.array || state.type == gen9::SurfaceType::k3D)) slice = is_1d ? uvr[1] : uvr[2];
  if (place.x >= surface.size.width || place.y >= (is_1d || is_buffer ? 1 : surface.size.height)) return false;
  if (slice >= state.render_target_view_extent) return false;
  place.slice = slice + state.minimum_array_element;
  return true;
}

void require_plain_channels(const gen9::RenderSurfaceState& state) {
  using gen9::ShaderChannelSelect;
  if (state.channel_red != ShaderChannelSelect::kRed || state.channel_green != ShaderChannelSelect::kGreen ||
      state.channel_blue != ShaderChannelSelect::kBlue || state.channel_alpha != ShaderChannelSelect::kAlpha) {
    unsupported("a typed write to a surface with swizzled channels");
  }
}

void typed_write(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                 std::vector<MemoryWrite>& writes) {
  if (fields.slot_group == TypedSlotGroup::kSimd4x2) unsupported("SIMD4x2 typed surface write");
  const TypedPayload payload = payload_of(fields, message);
  const TypedSurface& surface = typed_surface(
      surface_state_words(memory, *message.context, fields.binding_table_index, fields.bindless_surface_offset));
  if (!surface.layout) return;
  require_plain_channels(surface.state);
  const gen9::FormatFacts& format = gen9::format_facts(surface.state.format);
  if (!format.typed_write) unsupported("a typed write to a surface of format " + std::string{format.name});
  const unsigned enabled = ~fields.channel_disables & 0xFu;
  for (unsigned channel = 0; channel < kChannels; ++channel) {
    if ((payload.mask >> channel & 1) == 0) continue;
    std::array<std::uint32_t, 3> uvr{};
    for (unsigned a = 0; a < payload.address_count && a < 3; ++a)
      uvr[a] = message.payload[payload.addresses + a][channel];
    TexelPlace place;
    if (!place_of(surface, uvr, place)) continue;
    std::array<std::uint32_t, 4> rgba{};
    unsigned next = payload.colors;
    for (unsigned c = 0; c < 4; ++c) {
      if (enabled >> c & 1) rgba[c] = message.payload[next++][channel];
    }
    const ByteAddress address = surface.layout->element_address(surface.level, place);
    std::array<std::byte, kMaxTexelBytes> bytes{};
    const std::span texel = std::span{bytes}.first(format.element_bytes());
    if (enabled != 0xF) memory.read(address, texel);
    encode_texel(format.format, rgba, bytes.data(), static_cast<ChannelMask>(enabled));
    memory.write(address, texel);
    writes.push_back({address, static_cast<std::uint8_t>(format.element_bytes())});
  }
}

}  // namespace

DataPortOutcome execute_data_port_message(GpuMemory& memory, const Message& message) {
  const DataPortMessage& fields = decoded({message.descriptor, message.extended_descriptor});
  const bool is_typed_write =
      fields.shared_function == gen9::SharedFunction::kDataPort1 && fields.type1() == DataPort1Type::kTypedWrite;
  if (is_oword_block(fields)) {
    DataPortOutcome outcome;
    execute_oword_block(memory, message, fields, outcome);
    return outcome;
  }
  if (is_untyped_surface(fields)) {
    DataPortOutcome outcome;
    execute_untyped_surface(memory, message, fields, outcome);
    return outcome;
  }
  if (!is_typed_write) {
    unsupported("data port message `" + fields.type_name() + "` to " +
                std::string{texpipe::name_of(fields.shared_function)});
  }
  DataPortOutcome outcome;
  typed_write(memory, message, fields, outcome.writes);
  return outcome;
}

}  // namespace texpipe::functional
