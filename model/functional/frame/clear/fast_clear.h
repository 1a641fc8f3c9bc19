// Fast clear of a colour target, as plain writes to its memory.
#pragma once

#include "functional/frame/state/assembled_primitives.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/work/frame_work.h"
#include "functional/memory/gpu_memory.h"
#include "functional/surface/surface_fill.h"

namespace texpipe::functional {

/// Adds the work of a fast clear of a rectangle, or of a resolve: pixels of the rectangle as the driver draws it, and
/// the lines of the auxiliary surface that they stand for. A resolve reads these, too. Lines of colours that a clear
/// covers whole are clear then, if `work` keeps such lines; a resolve writes those that still are. A full one moves all
/// lines of a target with CCS_E, if `work` compresses them: who tells which pairs are compressed does not exist here,
/// so that each counts. Errors: kMalformedInput for vertices without positions.
void time_clear(const PipelineState& state, const GpuMemory& memory, const AssembledPrimitives& primitives,
                const AssembledPrimitive& rectangle, FrameWork& work);

/// Fills what a fast clear of a rectangle clears (3DSTATE_PS, Render Target Fast Clear Enable) with the clear colour of
/// the target's surface state: compression is plain memory to the model (specification/3d-pipeline 8, rule 1), and an
/// MCS names each sample its own slice afterwards (rule 4). The rectangle is scaled up by what a block of the auxiliary
/// surface covers, and cut to the surface.
/// @param holds  which memory may be cleared; null: all
/// Errors: those of fill_surface; kUnsupported for a target without auxiliary surface and for formats that are no
/// render targets.
void clear_fast(const PipelineState& state, GpuMemory& memory, const AssembledPrimitives& primitives,
                const AssembledPrimitive& rectangle, const MemoryHolds& holds = {});

}  // namespace texpipe::functional
