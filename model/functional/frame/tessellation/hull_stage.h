// Hull shaders: control points of a patch to its URB entry.
#pragma once

#include <cstdint>
#include <string>

#include "functional/execution/thread_source.h"
#include "functional/frame/assembly/primitive_assembler.h"
#include "functional/frame/shaders/geometry_shader_setup.h"
#include "functional/frame/state/pipeline_statistics.h"

namespace texpipe::functional {

/// Threads of single patches (specification/3d-pipeline 4): r0.0 holds the handle of the patch's entry, r0.1 the number
/// of the patch, r0.2 [23:17] that of the thread, which has eight control points; r1 on the handles of the input, one
/// a lane; constants begin at the start register. Threads of a patch are a group with barriers.
class HullStage final : public ThreadSource {
 public:
  /// Errors: those of the program; kUnsupported for other dispatch modes, and inputs that are not read by their
  /// handles.
  HullStage(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs, Urb& urb,
            PipelineStatistics& statistics);

  /// Makes an entry for each patch. @param first_handle  of the entry of vertex 0 of the patches
  void begin(const PrimitiveList& patches, std::uint32_t first_handle);
  std::uint32_t first_patch() const { return first_patch_; }

  std::string name() const override { return "hull shader"; }
  unsigned groups() const override;
  unsigned threads_per_group() const override { return instances_; }
  unsigned reuse_distance() const override;
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;

 private:
  Urb& urb_;
  PipelineStatistics& statistics_;
  GeometryShaderSetup setup_;
  bool counts_;
  unsigned instances_;
  unsigned start_register_;
  std::uint32_t entry_slots_;
  const PrimitiveList* patches_ = nullptr;
  std::uint32_t first_vertex_ = 0;
  std::uint32_t first_patch_ = 0;
};

}  // namespace texpipe::functional
