// Depth and stencil clears by 3DSTATE_WM_HZ_OP.
#pragma once

#include <cstdint>

#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/work/frame_work.h"
#include "functional/memory/gpu_memory.h"
#include "functional/surface/surface_fill.h"

namespace texpipe::functional {

/// Executes the operation that 3DSTATE_WM_HZ_OP armed: fills depth with the value of 3DSTATE_CLEAR_PARAMS and stencil
/// with its own in the operation's rectangle. Resolves and initialisations of HiZ do nothing, because depth is never
/// compressed (specification/3d-pipeline 8, rules 2 and 3).
/// @param holds  which memory may be cleared; null: all. Errors: those of fill_surface.
void clear_depth(const PipelineState& state, GpuMemory& memory, const MemoryHolds& holds = {});

/// Adds the operation's work: its blocks of 8x4 pixels; and where there is a hierarchical buffer, and `work` keeps
/// lines that are clear, the lines of depth that a clear or a resolve covers.
void add_depth_operation(const PipelineState& state, GpuMemory& memory, FrameWork& work);

}  // namespace texpipe::functional
