// Domain shaders: points of tessellated patches to vertices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "functional/execution/thread_source.h"
#include "functional/frame/assembly/primitive_assembler.h"
#include "functional/frame/shaders/geometry_shader_setup.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/frame/tessellation/tessellator.h"

namespace texpipe::functional {

/// Tessellates patches by the factors in their entries, and runs the domain shader on the points: eight points of a
/// patch a thread (specification/3d-pipeline 4). r0.0 holds the handle of the patch's entry, r0.1 the number of the
/// patch; r1, r2, r3 u, v and w, r4 the handles of the points' entries; constants begin at the start register, and
/// behind them the patch entry's slots, two a register.
///
/// Patches are taken in portions of some thousand points. Primitives have the number of their patch.
class DomainStage final : public ThreadSource {
 public:
  /// Errors: those of the tessellator's state and the program; kUnsupported for other dispatch modes.
  DomainStage(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs, Urb& urb,
              PipelineStatistics& statistics);

  /// @param first_patch  handle of the entry of the first patch
  void begin(const PrimitiveList& patches, std::uint32_t first_patch);

  /// Patches are left.
  bool more() const { return patches_ != nullptr && next_ < patches_->facts.size(); }
  /// Tessellates the next patches, and makes entries of their points.
  void next_portion();
  /// Primitives of the portion; their vertices are entries from `first_handle()` on.
  const PrimitiveList& primitives() const { return primitives_; }
  std::uint32_t first_handle() const { return first_handle_; }

  /// Points that a thread of the portion shades.
  unsigned points_of(unsigned thread) const { return threads_[thread].points; }

  std::string name() const override { return "domain shader"; }
  unsigned groups() const override { return static_cast<unsigned>(threads_.size()); }
  unsigned threads_per_group() const override { return 1; }
  unsigned reuse_distance() const override { return setup_.scratch_distance(); }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;

 private:
  /// Up to eight points of a patch.
  struct PointThread {
    std::uint32_t patch = 0;
    std::uint32_t first_point = 0;  // of the portion
    std::uint32_t points = 0;
  };

  void tessellate(std::uint32_t patch);

  Urb& urb_;
  PipelineStatistics& statistics_;
  GeometryShaderSetup setup_;
  Tessellator tessellator_;
  TessellatorDomain domain_;
  bool counts_;
  bool computes_w_;
  unsigned start_register_;
  unsigned first_slot_, slots_;  // of the patch entry, that the payload holds
  std::uint32_t entry_slots_;
  std::uint8_t provoking_ = 0;  // vertex of each primitive

  const PrimitiveList* patches_ = nullptr;
  std::uint32_t first_patch_ = 0;
  std::size_t next_ = 0;  // patch
  std::vector<DomainPoint> points_;
  std::vector<PointThread> threads_;
  PrimitiveList primitives_;
  std::uint32_t first_handle_ = 0;
};

}  // namespace texpipe::functional
