// Portions of a draw: primitives up to a bound, and the vertices that they need.
#pragma once

#include <cstdint>
#include <vector>

#include "functional/frame/assembly/primitive_assembler.h"
#include "functional/frame/indices/index_stream.h"
#include "functional/frame/state/draw_call.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/frame/vertex/vertex_fetcher.h"
#include "functional/frame/vertex/vertex_reuse.h"
#include "functional/frame/work/frame_work.h"

namespace texpipe::functional {

/// Walks a draw's instances a portion at a time. A portion shades each index of an instance once; vertices of a strip,
/// fan or loop that goes on in the next portion are shaded there again.
///
/// Counts IA_VERTICES, indices without cuts, and IA_PRIMITIVES, complete primitives: a quad, polygon or patch is one.
class VertexPortion {
 public:
  /// Errors: those of the index stream. @param work  whose `reuse` says how long a shaded vertex is kept, so that the
  /// portion shades an index again that comes later; null: each index of an instance once
  VertexPortion(const DrawCall& draw, const PipelineState& state, const GpuMemory& memory, const VertexFetcher& fetcher,
                StripOrder order, PipelineStatistics& statistics, const FrameWork* work = nullptr);

  /// Makes the next portion. False: the draw has ended.
  bool next();
  /// No portion is behind this one.
  bool is_last() const { return draw_.vertex_count == 0 || instance_ == draw_.instance_count; }

  /// Primitives of the portion; their vertices are numbers in `vertices`.
  const PrimitiveList& primitives() const { return primitives_; }
  const std::vector<FetchedVertex>& vertices() const { return reuse_.vertices(); }

  /// Adds a step for each thread of vertices: its indices, vertices and the lines that it fetches.
  /// @param threads  whether threads shade them
  void add_work(bool threads, FrameWork& work) const;

 private:
  void take_vertex();
  void end_instance();

  DrawCall draw_;
  IndexStream indices_;
  const VertexFetcher& fetcher_;
  PipelineStatistics& statistics_;
  bool counts_;
  PrimitiveAssembler assembler_;
  VertexReuse reuse_;
  PrimitiveList primitives_;
  std::uint32_t instance_ = 0;
  std::uint32_t position_ = 0;  // in the instance
  bool tells_work_;
  std::uint32_t first_position_ = 0;    // of the portion, in its instance; the next two only for who tells work
  std::uint32_t walked_positions_ = 0;  // of the portion
  std::vector<std::uint32_t> walked_;   // by vertex: positions of the portion up to the one that asked for it
};

}  // namespace texpipe::functional
