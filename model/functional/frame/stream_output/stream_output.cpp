#include "functional/frame/stream_output/stream_output.h"

#include <algorithm>
#include <bit>

#include "functional/frame/state/rendering.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

using gen9::CommandId;
using gen9::read_field;
namespace command = gen9::command;

namespace {

constexpr unsigned kWord = 4;  // bytes
constexpr unsigned kSlotsOfReadUnit = 2;
constexpr unsigned kDeclarationBits = 16;

struct StreamFields {
  gen9::FieldBits read_offset, selects, entries;
};
constexpr std::array<StreamFields, kStreams> kStreamFields{{
    {command::kStreamout["Stream 0 Vertex Read Offset"], command::kSoDeclList["Stream to Buffer Selects [0]"],
     command::kSoDeclList["Num Entries [0]"]},
    {command::kStreamout["Stream 1 Vertex Read Offset"], command::kSoDeclList["Stream to Buffer Selects [1]"],
     command::kSoDeclList["Num Entries [1]"]},
    {command::kStreamout["Stream 2 Vertex Read Offset"], command::kSoDeclList["Stream to Buffer Selects [2]"],
     command::kSoDeclList["Num Entries [2]"]},
    {command::kStreamout["Stream 3 Vertex Read Offset"], command::kSoDeclList["Stream to Buffer Selects [3]"],
     command::kSoDeclList["Num Entries [3]"]},
}};

constexpr std::array<gen9::FieldBits, kStreamBuffers> kPitches{
    command::kStreamout["Buffer 0 Surface Pitch"], command::kStreamout["Buffer 1 Surface Pitch"],
    command::kStreamout["Buffer 2 Surface Pitch"], command::kStreamout["Buffer 3 Surface Pitch"]};

}  // namespace

StreamOutput::StreamOutput(const PipelineState& state, GpuMemory& memory, StreamOffsets& offsets,
                           PipelineStatistics& statistics)
    : memory_{memory},
      offsets_{offsets},
      statistics_{statistics},
      enabled_{state.flag(command::kStreamout["SO Function Enable"])},
      renders_{functional::renders(state)} {
  if (!enabled_) return;
  counts_ = state.flag(command::kStreamout["SO Statistics Enable"]);
  for (unsigned stream = 0; stream < kStreams; ++stream) read_stream(state, stream);
  for (unsigned buffer = 0; buffer < kStreamBuffers; ++buffer) read_buffer(state, buffer);
}

void StreamOutput::read_stream(const PipelineState& state, unsigned stream) {
  const StreamFields& fields = kStreamFields[stream];
  Stream& out = streams_[stream];
  out.buffers = static_cast<unsigned>(state.value(fields.selects));
  const auto first_slot = static_cast<unsigned>(kSlotsOfReadUnit * state.value(fields.read_offset));
  const std::span<const std::uint32_t> words = state.words(CommandId::kSoDeclList);
  // Entries have the declarations of all four streams side by side.
  const std::size_t first = command::kSoDeclList["Entry"].dword;
  const std::uint64_t held = words.size() > first ? (words.size() - first) / 2 : 0;
  for (std::uint64_t i = 0; i < std::min(state.value(fields.entries), held); ++i) {
    const std::uint32_t pair = words[first + 2 * i + stream / 2];
    const std::uint32_t word = pair >> kDeclarationBits * (stream % 2) & 0xFFFF;
    const auto value = [&](gen9::FieldBits field) {
      return static_cast<std::uint8_t>(read_field(std::span{&word, 1}, field));
    };
    out.declarations.push_back(
        {.channels = value(command::kSoDecl["Component Mask"]),
         .slot = static_cast<std::uint8_t>(first_slot + value(command::kSoDecl["Register Index"])),
         .buffer = value(command::kSoDecl["Output Buffer Slot"]),
         .gap = value(command::kSoDecl["Hole Flag"]) != 0});
  }
}

void StreamOutput::read_buffer(const PipelineState& state, unsigned buffer) {
  const std::span<const std::uint32_t> words = state.stream_buffer(buffer);
  const auto value = [&](gen9::FieldBits field) { return words.empty() ? 0 : read_field(words, field); };
  Buffer& out = buffers_[buffer];
  out.enabled = value(command::kSoBuffer["SO Buffer Enable"]) != 0;
  out.base = ByteAddress{value(command::kSoBuffer["Surface Base Address"])};
  out.bytes = kWord * (value(command::kSoBuffer["Surface Size"]) + 1);
  out.pitch = static_cast<std::uint32_t>(state.value(kPitches[buffer]));
  if (value(command::kSoBuffer["Stream Output Buffer Offset Address Enable"]) != 0)
    out.offset_kept_at = ByteAddress{value(command::kSoBuffer["Stream Output Buffer Offset Address"])};
}

/// There is something to write, and a buffer that takes it.
bool StreamOutput::is_captured(const Stream& stream) const {
  if (stream.declarations.empty()) return false;
  for (unsigned b = 0; b < kStreamBuffers; ++b) {
    if ((stream.buffers >> b & 1) != 0 && buffers_[b].enabled) return true;
  }
  return false;
}

bool StreamOutput::has_room(const Stream& stream, unsigned vertices) const {
  for (unsigned b = 0; b < kStreamBuffers; ++b) {
    const Buffer& buffer = buffers_[b];
    if ((stream.buffers >> b & 1) == 0 || !buffer.enabled) continue;
    if (offsets_[b] + std::uint64_t{vertices} * buffer.pitch > buffer.bytes) return false;
  }
  return true;
}

void StreamOutput::write(unsigned stream, const PrimitiveList& primitives, std::uint32_t first_handle, const Urb& urb) {
  const Stream& out = streams_[stream];
  if (primitives.shape.patch || !is_captured(out)) return;
  const std::array<std::uint8_t, 3> places = drawn_vertices(primitives.shape);
  const unsigned count = drawn_count(primitives.shape.kind);
  for (std::size_t i = 0; i < primitives.facts.size(); ++i) {
    if (counts_) ++statistics_.stream_primitives_needed[stream];
    if (!has_room(out, count)) continue;
    if (counts_) ++statistics_.stream_primitives_written[stream];
    for (unsigned v = 0; v < count; ++v)
      write_vertex(out, urb.entry(first_handle + primitives.vertices_of(i)[places[v]]));
  }
  for (unsigned b = 0; b < kStreamBuffers; ++b) {
    if (buffers_[b].offset_kept_at.value() != 0) memory_.write_u32(buffers_[b].offset_kept_at, offsets_[b]);
  }
}

void StreamOutput::write_vertex(const Stream& stream, std::span<const UrbSlot> vertex) {
  StreamOffsets at = offsets_;
  for (const Declaration& declaration : stream.declarations) {
    const unsigned b = declaration.buffer;
    const Buffer& buffer = buffers_[b];
    if (declaration.gap) {
      at[b] += kWord * static_cast<unsigned>(std::popcount(declaration.channels));
      continue;
    }
    for (unsigned c = 0; c < 4; ++c) {
      if ((declaration.channels >> c & 1) == 0) continue;
      const std::uint32_t value = declaration.slot < vertex.size() ? vertex[declaration.slot][c] : 0;
      if (buffer.enabled && std::uint64_t{at[b]} + kWord <= buffer.bytes)
        memory_.write_u32(ByteAddress{(buffer.base.value() + at[b]) & (GpuMemory::kEnd - 1)}, value);
      at[b] += kWord;
    }
  }
  for (unsigned b = 0; b < kStreamBuffers; ++b) {
    if ((stream.buffers >> b & 1) != 0 && buffers_[b].enabled) offsets_[b] += buffers_[b].pitch;
  }
}

}  // namespace texpipe::functional
