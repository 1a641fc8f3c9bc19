// Timeline of a frame's draws for Perfetto: passes, draws, each unit of the pipeline, threads and stalls.
#pragma once

#include "base/quantity.h"
#include "study/draws/frame_course.h"
#include "study/trace/perfetto_writer.h"

namespace texpipe::study {

/// Writes tracks below `frame`: `passes` and `draws` from first to last cycle, each unit with the draws that have steps
/// in it, `threads` with the phases of shaders, and `stalls` of the command streamer. Things that overlap stand on
/// slots beside one another. Those that reach into [from, to) are written whole.
void write_draw_timeline(const FrameCourse& course, Cycles from, Cycles to, PerfettoWriter& writer);

}  // namespace texpipe::study
