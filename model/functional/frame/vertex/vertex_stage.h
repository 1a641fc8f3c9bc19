// Vertices of a portion to URB entries: by vertex shader threads, or as they were fetched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "functional/execution/thread_source.h"
#include "functional/frame/shaders/geometry_shader_setup.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/frame/vertex/vertex_fetcher.h"

namespace texpipe::functional {

/// Threads of eight vertices each (specification/3d-pipeline 3): r1 holds the handles of their entries; constants begin
/// at the start register, and behind them, a register each, the DWords of the fetched vertices. Vertices are fetched
/// when their thread starts. Without a shader the fetched DWords are the entry from slot 0 on.
class VertexStage final : public ThreadSource {
 public:
  /// Errors: those of the fetcher and the program; kUnsupported for another dispatch than SIMD8.
  VertexStage(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs, Urb& urb,
              const VertexFetcher& fetcher, PipelineStatistics& statistics);

  /// Makes entries of vertices, the first of which is `first_handle()`. Fills them when there is no shader.
  void begin(const std::vector<FetchedVertex>& vertices);
  std::uint32_t first_handle() const { return first_handle_; }

  /// A shader has to run.
  bool has_threads() const { return setup_.has_value() && groups() != 0; }

  std::string name() const override { return "vertex shader"; }
  unsigned groups() const override;
  unsigned threads_per_group() const override { return 1; }
  unsigned reuse_distance() const override { return setup_ ? setup_->scratch_distance() : kNeverReused; }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;

 private:
  Urb& urb_;
  const VertexFetcher& fetcher_;
  PipelineStatistics& statistics_;
  std::optional<GeometryShaderSetup> setup_;
  bool counts_ = false;
  std::uint32_t entry_slots_ = 0;
  unsigned start_register_ = 0;
  unsigned first_dword_ = 0;  // of a fetched vertex, that the payload begins with
  unsigned dwords_ = 0;       // of it, that the payload has
  const std::vector<FetchedVertex>* vertices_ = nullptr;
  std::uint32_t first_handle_ = 0;
};

}  // namespace texpipe::functional
