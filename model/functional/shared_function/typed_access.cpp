#include "functional/shared_function/typed_access.h"

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_encoder.h"
#include "functional/formats/texel_value.h"
#include "functional/shared_function/texel_places.h"
#include "functional/shared_function/typed_surface.h"

namespace texpipe::functional {

namespace {

using gen9::DataPort1Type;
using gen9::DataPortMessage;

constexpr unsigned kChannels = 8;
constexpr unsigned kMaxTexelBytes = 16;

/// Encoder of colours for a surface; the last one is kept, because threads repeat their messages.
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

/// Payload of a typed message: where its addresses and, of a write, its colours start.
struct TypedPayload {
  unsigned addresses = 0;  // first register
  unsigned address_count = 0;
  unsigned colors = 0;  // first register
  std::uint32_t mask = 0;
};

TypedPayload payload_of(const DataPortMessage& fields, const Message& message) {
  const unsigned header = fields.header_present ? 1 : 0;
  const bool write = fields.type1() == DataPort1Type::kTypedWrite;
  const unsigned channels = 4 - static_cast<unsigned>(std::popcount(fields.channel_disables));
  const unsigned color_count = write ? channels : 0;
  const auto registers = static_cast<unsigned>(message.payload.size());
  if (registers != fields.payload_length() || registers < header + 1 + color_count ||
      registers > header + 4 + color_count) {
    throw Error{ExitCode::kMalformedInput, (write ? "a typed write of " : "a typed read of ") +
                                               std::to_string(channels) + " channels with " +
                                               std::to_string(registers) + " payload registers"};
  }
  TypedPayload payload{
      .addresses = header,
      .address_count = registers - header - color_count,
      .mask = typed_lanes(message, header != 0, fields.slot_group == gen9::TypedSlotGroup::kSlots8To15)};
  payload.colors = header + payload.address_count;
  return payload;
}

/// The texels of a message's channels on their way to or from memory.
class Texels {
 public:
  explicit Texels(unsigned texel_bytes) : texel_bytes_{texel_bytes} {}

  void place(unsigned channel, ByteAddress address) {
    addresses_[channel] = address;
    placed_ |= 1u << channel;
  }

  bool is_placed(unsigned channel) const { return (placed_ >> channel & 1) != 0; }
  ByteAddress address(unsigned channel) const { return addresses_[channel]; }

  std::span<std::byte> bytes() { return std::span{bytes_}.first(kChannels * texel_bytes_); }

  void read(const GpuMemory& memory) {
    for (unsigned channel = 0; channel < kChannels; ++channel) {
      if (placed_ >> channel & 1) memory.read(addresses_[channel], texels(channel, 1));
    }
  }

  /// Neighbours of neighbouring channels are written together.
  void write(GpuMemory& memory, std::vector<MemoryAccess>& writes) {
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

/// Texels of the lanes at their places.
Texels placed_texels(TypedSurface& surface, const Message& message, const TypedPayload& payload, unsigned texel_bytes) {
  Texels texels{texel_bytes};
  const TexelPlaces places{surface, message, payload.addresses, payload.address_count};
  for (std::uint32_t mask = payload.mask; mask != 0; mask &= mask - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(mask));
    TexelPlace place;
    if (places.find(channel, place)) texels.place(channel, surface.address(place));
  }
  return texels;
}

const gen9::FormatFacts& typed_format(const TypedSurface& surface, const DataPortMessage& fields) {
  require_plain_channels(surface.state, fields);
  const gen9::FormatFacts& format = gen9::format_facts(surface.state.format);
  if (!format.typed_write)
    unsupported("a " + fields.type_name() + " of a surface of format " + std::string{format.name});
  return format;
}

void typed_write(GpuMemory& memory, const Message& message, const DataPortMessage& fields, TypedSurface& surface,
                 const TypedPayload& payload, DataPortOutcome& outcome) {
  if (!surface.layout) return;
  const auto enabled = static_cast<ChannelMask>(~fields.channel_disables & 0xFu);
  const TexelEncoder& encoder = encoder_of(typed_format(surface, fields).format, enabled);
  Texels texels = placed_texels(surface, message, payload, encoder.element_bytes());
  if (enabled != 0xF) texels.read(memory);
  std::array<const std::uint32_t*, 4> rgba{};
  unsigned next = payload.colors;
  for (unsigned c = 0; c < 4; ++c) {
    if (enabled >> c & 1) rgba[c] = message.payload[next++].data();
  }
  encoder.encode(rgba, texels.bytes());
  texels.write(memory, outcome.writes);
}

void typed_read(GpuMemory& memory, const Message& message, const DataPortMessage& fields, TypedSurface& surface,
                const TypedPayload& payload, DataPortOutcome& outcome) {
  const unsigned channels = 4 - static_cast<unsigned>(std::popcount(fields.channel_disables));
  std::uint32_t bytes = 0;  // of the lanes that are read
  for (unsigned channel = 0; channel < kChannels; ++channel) {
    if (payload.mask >> channel & 1) bytes |= 0xFu << (4 * channel);
  }
  outcome.response.registers.assign(channels, Grf{});
  outcome.response.byte_enables.assign(channels, bytes);
  if (!surface.layout) return;
  const gen9::FormatFacts& format = typed_format(surface, fields);
  const unsigned texel_bytes = format.element_bytes();
  Texels texels = placed_texels(surface, message, payload, texel_bytes);
  texels.read(memory);
  const ElementDecoder decoder{format.format};
  for (unsigned channel = 0; channel < kChannels; ++channel) {
    if (!texels.is_placed(channel)) continue;
    outcome.reads.push_back({texels.address(channel), static_cast<std::uint8_t>(texel_bytes)});
    const auto rgba = texel_to_rgba(decoder.coding(), decoder.texel(&texels.bytes()[channel * texel_bytes], 0, 0));
    unsigned next = 0;
    for (unsigned c = 0; c < 4; ++c) {
      if ((fields.channel_disables >> c & 1) == 0) outcome.response.registers[next++][channel] = rgba[c];
    }
  }
}

}  // namespace

bool is_typed_access(const DataPortMessage& fields) {
  return fields.shared_function == gen9::SharedFunction::kDataPort1 &&
         (fields.type1() == DataPort1Type::kTypedWrite || fields.type1() == DataPort1Type::kTypedRead);
}

void execute_typed_access(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                          DataPortOutcome& outcome) {
  const TypedPayload payload = payload_of(fields, message);
  TypedSurface& surface = typed_surface(
      surface_state_words(memory, *message.context, fields.binding_table_index, fields.bindless_surface_offset));
  if (fields.type1() == DataPort1Type::kTypedWrite) {
    typed_write(memory, message, fields, surface, payload, outcome);
  } else {
    typed_read(memory, message, fields, surface, payload, outcome);
  }
}

}  // namespace texpipe::functional
