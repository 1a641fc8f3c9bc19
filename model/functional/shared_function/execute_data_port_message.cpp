#include "functional/shared_function/execute_data_port_message.h"

#include <bit>
#include <optional>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/texel_encoder.h"
#include "functional/message/recent_decode.h"
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

/// How colours go to a surface; the last one is kept, because threads repeat their messages.
const TexelEncoder& encoder_of(gen9::SurfaceFormat format, ChannelMask channels) {
  struct Last {
    gen9::SurfaceFormat format;
    ChannelMask channels;
    TexelEncoder encoder;
  };
  thread_local std::optional<Last> last;
  if (!last || last->format != format || last->channels != channels)
    last = Last{format, channels, TexelEncoder{format, channels}};
  return last->encoder;
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

/// Where the coordinates of a surface's texels stand and what bounds them (gen9-state.md section 2: array elements
/// count from Minimum Array Element, as many as Render Target View Extent says).
class TexelPlaces {
 public:
  TexelPlaces(const TypedSurface& surface, const Message& message, const TypedPayload& payload)
      : width_{surface.size.width},
        extent_{surface.state.render_target_view_extent},
        first_slice_{surface.state.minimum_array_element} {
    const gen9::RenderSurfaceState& state = surface.state;
    const auto coordinate = [&](unsigned index) {
      return index < payload.address_count ? message.payload[payload.addresses + index].data() : kZeros.data();
    };
    const bool is_1d = state.type == gen9::SurfaceType::k1D;
    const bool is_row = is_1d || state.is_buffer();
    const bool has_slices = !state.is_buffer() && (state.array || state.type == gen9::SurfaceType::k3D);
    height_ = is_row ? 1 : surface.size.height;
    x_ = coordinate(0);
    y_ = is_row ? kZeros.data() : coordinate(1);
    slice_ = has_slices ? coordinate(is_1d ? 1 : 2) : kZeros.data();
  }

  /// False when the channel's texel is outside the surface.
  bool find(unsigned channel, TexelPlace& place) const {
    place.x = x_[channel];
    place.y = y_[channel];
    place.slice = slice_[channel] + first_slice_;
    return place.x < width_ && place.y < height_ && slice_[channel] < extent_;
  }

 private:
  static constexpr Grf kZeros{};

  std::uint32_t width_;
  std::uint32_t height_ = 1;
  std::uint32_t extent_;
  std::uint32_t first_slice_;
  const std::uint32_t* x_;
  const std::uint32_t* y_;
  const std::uint32_t* slice_;
};

/// The texels of a message's channels on their way to memory.
class TexelWrites {
 public:
  explicit TexelWrites(unsigned texel_bytes) : texel_bytes_{texel_bytes} {}

  void place(unsigned channel, ByteAddress address) {
    addresses_[channel] = address;
    placed_ |= 1u << channel;
  }

  std::span<std::byte> bytes() { return std::span{bytes_}.first(kChannels * texel_bytes_); }

  void read(const GpuMemory& memory) {
    for (unsigned channel = 0; channel < kChannels; ++channel) {
      if (placed_ >> channel & 1) memory.read(addresses_[channel], texels(channel, 1));
    }
  }

  /// Neighbours of neighbouring channels are written together.
  void write(GpuMemory& memory, std::vector<MemoryWrite>& writes) {
    for (unsigned channel = 0; channel < kChannels;) {
      if ((placed_ >> channel & 1) == 0) {
        ++channel;
        continue;
      }
      const unsigned first = channel;
      const ByteAddress address = addresses_[first];
      do {
        ++channel;
      } while (channel < kChannels && (placed_ >> channel & 1) != 0 &&
               addresses_[channel].value() == address.value() + (channel - first) * texel_bytes_);
      const std::span<std::byte> run = texels(first, channel - first);
      memory.write(address, run);
      writes.push_back({address, static_cast<std::uint8_t>(run.size())});
    }
  }

 private:
  std::span<std::byte> texels(unsigned channel, unsigned count) {
    return std::span{bytes_}.subspan(channel * texel_bytes_, count * texel_bytes_);
  }

  unsigned texel_bytes_;
  unsigned placed_ = 0;  // bit n: channel n
  std::array<ByteAddress, kChannels> addresses_;
  std::array<std::byte, kChannels * kMaxTexelBytes> bytes_{};
};

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
  TypedSurface& surface = typed_surface(
      surface_state_words(memory, *message.context, fields.binding_table_index, fields.bindless_surface_offset));
  if (!surface.layout) return;
  require_plain_channels(surface.state);
  const gen9::FormatFacts& format = gen9::format_facts(surface.state.format);
  if (!format.typed_write) unsupported("a typed write to a surface of format " + std::string{format.name});
  const auto enabled = static_cast<ChannelMask>(~fields.channel_disables & 0xFu);
  const TexelEncoder& encoder = encoder_of(format.format, enabled);
  TexelWrites texels{encoder.element_bytes()};
  const TexelPlaces places{surface, message, payload};
  for (std::uint32_t mask = payload.mask; mask != 0; mask &= mask - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(mask));
    TexelPlace place;
    if (places.find(channel, place)) texels.place(channel, surface.address(place));
  }
  if (enabled != 0xF) texels.read(memory);
  std::array<const std::uint32_t*, 4> rgba{};
  unsigned next = payload.colors;
  for (unsigned c = 0; c < 4; ++c) {
    if (enabled >> c & 1) rgba[c] = message.payload[next++].data();
  }
  encoder.encode(rgba, texels.bytes());
  texels.write(memory, writes);
}

}  // namespace

void execute_data_port_message(GpuMemory& memory, const Message& message, DataPortOutcome& outcome) {
  outcome.writes.clear();
  outcome.response.registers.clear();
  outcome.response.byte_enables.clear();
  const auto& fields = recently_decoded<DataPortMessage>({message.descriptor, message.extended_descriptor});
  if (is_oword_block(fields)) return execute_oword_block(memory, message, fields, outcome);
  if (is_untyped_surface(fields)) return execute_untyped_surface(memory, message, fields, outcome);
  if (fields.shared_function != gen9::SharedFunction::kDataPort1 || fields.type1() != DataPort1Type::kTypedWrite) {
    unsupported("data port message `" + fields.type_name() + "` to " +
                std::string{texpipe::name_of(fields.shared_function)});
  }
  typed_write(memory, message, fields, outcome.writes);
}

DataPortOutcome execute_data_port_message(GpuMemory& memory, const Message& message) {
  DataPortOutcome outcome;
  execute_data_port_message(memory, message, outcome);
  return outcome;
}

}  // namespace texpipe::functional
