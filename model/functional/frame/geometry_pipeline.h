// Vertices of a draw to primitives: fetch, vertex, hull, domain and geometry shaders, tessellator, assembly,
// stream output.
#pragma once

#include <cstddef>
#include <memory>

#include "functional/execution/thread_source.h"
#include "functional/frame/state/assembled_primitives.h"
#include "functional/frame/state/draw_call.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/frame/state/program_cache.h"
#include "functional/frame/stream_output/stream_output.h"
#include "functional/frame/work/frame_work.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// Runs a draw's geometry stages, at most some ten thousand vertices at a time: whole primitives, in the order of the
/// draw, instance after instance. Stream output takes its part of them before they are drawn.
///
///   while (pipeline.more()) {
///     while (const ThreadSource* threads = pipeline.next_threads()) run them to their end;
///     use pipeline.primitives();
///   }
class GeometryPipeline {
 public:
  /// All of them outlive it. Errors, also of `next_threads`: kMalformedInput for state that contradicts itself,
  /// kUnsupported naming what the model lacks. @param work  to which the work of the fixed functions is added; null:
  /// nobody asks for it
  GeometryPipeline(const DrawCall& draw, const PipelineState& state, GpuMemory& memory, ProgramCache& programs,
                   PipelineStatistics& statistics, StreamOffsets& stream_offsets, FrameWork* work = nullptr);
  ~GeometryPipeline();

  /// Whether primitives are left; makes the next portion the current one.
  bool more();

  /// Threads of the next shader of the current portion, all of which may run side by side; null: none are left, and
  /// `primitives` are ready. What it returns stays until the next call.
  const ThreadSource* next_threads();

  const AssembledPrimitives& primitives() const;

  /// Whether vertex shaders alone run, without scratch memory, and primitives are drawn alone: nothing that the draw's
  /// vertices leave is in memory.
  bool is_plain() const;
  /// Vertices of the current portion, and whether it is the draw's last one.
  std::size_t vertices() const;
  bool is_last_portion() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace texpipe::functional
