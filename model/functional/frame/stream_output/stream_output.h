// Stream output: vertices of primitives, written to buffers before they are drawn.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/quantity.h"
#include "functional/frame/assembly/primitive_assembler.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/urb.h"

namespace texpipe::functional {

/// The registers SO_WRITE_OFFSET: where in each buffer the next vertex goes, in bytes.
using StreamOffsets = std::array<std::uint32_t, kStreamBuffers>;

/// Stream output of one draw: 3DSTATE_STREAMOUT, 3DSTATE_SO_DECL_LIST and 3DSTATE_SO_BUFFER.
///
/// A primitive is written as its vertices, without adjacent ones, one behind the other in each of its stream's buffers,
/// and write offsets grow by a vertex' pitch. If one of the buffers has no room for all of them, none gets any
/// (resolution R57). Buffers that are off take nothing and are never full; a stream that has no other, or nothing to
/// write, is not captured, and its primitives are not counted: so a driver pauses transform feedback. Buffers that name
/// an address keep their offset there, too (resolution R58).
class StreamOutput {
 public:
  /// All of them outlive it; they are read where they are used.
  StreamOutput(const PipelineState& state, GpuMemory& memory, StreamOffsets& offsets, PipelineStatistics& statistics);

  bool enabled() const { return enabled_; }
  /// Whether primitives go on to the clipper.
  bool renders() const { return renders_; }

  /// Writes the primitives of a stream. @param first_handle  of the entry of vertex 0 of the list
  void write(unsigned stream, const PrimitiveList& primitives, std::uint32_t first_handle, const Urb& urb);

 private:
  /// Channels of a slot, or a gap as wide as they.
  struct Declaration {
    std::uint8_t channels = 0;
    std::uint8_t slot = 0;
    std::uint8_t buffer = 0;
    bool gap = false;
  };
  struct Stream {
    std::vector<Declaration> declarations;
    unsigned buffers = 0;  // bit n: it goes to buffer n
  };
  struct Buffer {
    bool enabled = false;
    ByteAddress base{};
    std::uint64_t bytes = 0;
    std::uint32_t pitch = 0;
    ByteAddress offset_kept_at{};  // 0: nowhere
  };

  void read_stream(const PipelineState& state, unsigned stream);
  void read_buffer(const PipelineState& state, unsigned buffer);
  bool is_captured(const Stream& stream) const;
  bool has_room(const Stream& stream, unsigned vertices) const;
  void write_vertex(const Stream& stream, std::span<const UrbSlot> vertex);

  GpuMemory& memory_;
  StreamOffsets& offsets_;
  PipelineStatistics& statistics_;
  bool enabled_;
  bool renders_;
  bool counts_ = false;
  std::array<Stream, kStreams> streams_;
  std::array<Buffer, kStreamBuffers> buffers_;
};

}  // namespace texpipe::functional
