// Draws whose threads run side by side: pixels of some, and vertices of those that follow.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "functional/execution/thread_source.h"
#include "functional/frame/geometry_pipeline.h"
#include "functional/frame/pixel_pipeline.h"
#include "functional/frame/work/frame_work.h"

namespace texpipe::functional {

/// A draw of vertex and pixel shaders, some of whose threads have not ended.
struct DrawInFlight {
  /// As GeometryPipeline and PixelPipeline. @param in  `submission 2, command 12 (3DPRIMITIVE) at 0x1000`
  DrawInFlight(DrawOfThreads of, std::string in, const DrawCall& call, const PipelineState& state, GpuMemory& memory,
               ProgramCache& programs, PipelineStatistics& statistics, StreamOffsets& offsets, FrameWork& work,
               TileOrder order)
      : draw{of},
        place{std::move(in)},
        geometry{call, state, memory, programs, statistics, offsets, &work},
        pixels{state, memory, programs, statistics, nullptr, &work, order} {}

  DrawOfThreads draw;
  std::string place;
  GeometryPipeline geometry;
  PixelPipeline pixels;
};

/// Threads of several shaders as one phase, whose groups of one thread each start in the order of the steps of the
/// fixed functions.
class MixedThreads final : public ThreadSource {
 public:
  void clear();
  /// Adds pixel threads, or vertex threads behind all pixel threads. What is added stays until clear().
  void add_pixels(const ThreadSource& threads, const DrawInFlight& draw);
  void add_vertices(const ThreadSource& threads, const DrawInFlight& draw);
  /// Makes the order of the groups that of steps, which let all of them start.
  void order_by(const std::vector<FrameStep>& steps);

  std::uint64_t pixel_threads() const { return pixel_threads_; }
  /// Command of the oldest draw.
  const std::string& place() const { return *parts_.front().place; }

  std::string name() const override;
  std::string stage() const override { return name(); }
  unsigned groups() const override { return static_cast<unsigned>(places_.size()); }
  unsigned threads_per_group() const override { return 1; }
  unsigned reuse_distance() const override;
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;
  std::optional<DrawOfThreads> draw() const override { return parts_.front().draw; }
  std::vector<PhasePart> parts() const override;
  GroupPlace place_of(unsigned group) const override { return places_[group]; }
  std::optional<ThreadPixel> pixel_of(unsigned group) const override {
    return parts_[places_[group].part].threads->pixel_of(places_[group].group);
  }
  const OlderThreads* older_at_same_pixels() const override;
  bool keeps_order() const override;

 private:
  struct Part {
    const ThreadSource* threads;
    DrawOfThreads draw;
    const std::string* place;  // of the draw's command
    const PixelBatch* pixels;  // null: of vertices
  };

  std::vector<Part> parts_;  // those of pixels first
  std::uint64_t pixel_threads_ = 0;
  std::vector<GroupPlace> places_;  // by group
  mutable std::optional<OlderThreads> older_;
};

/// Draws pass it in their order: vertices of one or more draws are shaded, then their pixels, while the vertices of the
/// next ones are. What pixel threads write takes effect in the order of the draws, when a phase has ended. A draw whose
/// tests are late, whose pixels need scratch memory or which has more pixels than a phase takes is the last one of its
/// phase; one of several portions of vertices is the last one whose vertices are shaded together.
class OverlappedDraws {
 public:
  /// Next draw that may overlap those before, whose first portion is there; null: none may.
  using Next = std::function<std::shared_ptr<DrawInFlight>()>;

  /// @param work  outlives it; `ahead` of it bounds the vertices that are shaded together, but for a whole portion
  explicit OverlappedDraws(FrameWork& work) : work_{work} {}

  /// Threads of the next phase, after those of the one before have ended; null: all draws have ended, and none that
  /// may overlap follows.
  const MixedThreads* next_threads(const Next& next);

 private:
  void end_threads();
  void add_pixels();
  void add_vertices(const Next& next);

  FrameWork& work_;
  MixedThreads threads_;
  bool alone_ = false;                                  // the phase has pixels beside which no others may run
  std::vector<std::shared_ptr<DrawInFlight>> fetched_;  // whose vertices are shaded
  std::vector<std::shared_ptr<DrawInFlight>> shaded_;   // whose vertices have been
  std::vector<std::shared_ptr<DrawInFlight>> drawn_;    // whose pixels are shaded
  std::shared_ptr<DrawInFlight> continued_;             // whose next portion comes next; null: none
};

}  // namespace texpipe::functional
