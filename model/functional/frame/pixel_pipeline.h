// Primitives to pixels: clip, viewport, set-up, raster, depth and stencil, pixel shaders, blending, render targets.
#pragma once

#include <memory>

#include "functional/execution/thread_source.h"
#include "functional/frame/observer/frame_observer.h"
#include "functional/frame/pixel/pixel_batch.h"
#include "functional/frame/state/assembled_primitives.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/frame/state/program_cache.h"
#include "functional/frame/work/frame_work.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// Draws primitives in their order, some thousand pixel threads at a time.
///
///   pixels.take(geometry.primitives());
///   while (const ThreadSource* threads = pixels.next_threads()) run them to their end;
///
/// A thread's render target writes find the pixels of their sender through MessageContext::pixels and
/// Message::subspan_slots. In whatever order threads run, their writes take effect in the order of the threads
/// (specification/3d-pipeline 6), when `next_threads` is called the next time.
class PixelPipeline {
 public:
  /// The state of one draw; all of them outlive it. Errors, also of the others: kMalformedInput for state that
  /// contradicts itself, kUnsupported naming what the model lacks. @param observer  null: nobody looks on
  /// @param work  to which the work of the fixed functions is added; null: nobody asks for it
  /// @param order  of a primitive's subspans, and so which of them share a thread
  PixelPipeline(const PipelineState& state, GpuMemory& memory, ProgramCache& programs, PipelineStatistics& statistics,
                FrameObserver* observer = nullptr, FrameWork* work = nullptr, TileOrder order = kUsualTileOrder);
  ~PixelPipeline();

  void take(const AssembledPrimitives& primitives);

  /// The next pixel threads, all of which may run side by side; null: all primitives are drawn. What it returns stays
  /// until the next call.
  const ThreadSource* next_threads();

  /// Lets the writes of threads that have ended take effect at once.
  void end_threads();
  /// All primitives that were taken are known to be drawn, by the last threads or before.
  bool is_drawn() const;
  /// Writes of the threads change depth or stencil, so that draws behind wait for them with their tests.
  bool tests_late() const;
  /// Threads have scratch memory, so that those of another draw may not run beside them.
  bool has_scratch() const;
  /// Pixels of the last threads.
  const PixelBatch& batch() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace texpipe::functional
