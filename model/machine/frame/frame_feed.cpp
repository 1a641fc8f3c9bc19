// Order in which the steps of a frame enter the pipeline and leave it.
#include <algorithm>
#include <vector>

#include "machine/frame/frame_pipeline.h"

namespace texpipe::machine {

using functional::FrameStep;
using functional::FrameStepKind;

/// Whether steps of geometry stages before the stall that is next to leave the command streamer have not begun.
bool FramePipeline::assembled_before_stall() {
  skip(assembled_, false);
  if (assembled_.chunk == chunks_.size()) return false;
  const Job& stall = units_[0].jobs.front();
  const Chunk* chunk = chunks_[assembled_.chunk].get();
  if (stall.chunk == chunk) return &chunk->steps[assembled_.step] < stall.step;
  return std::none_of(chunks_.begin(), chunks_.begin() + static_cast<std::ptrdiff_t>(assembled_.chunk),
                      [&](const auto& before) { return before.get() == stall.chunk; });
}

/// Lets the next step enter the command streamer, or clip and set-up.
bool FramePipeline::feed(Cycles now) {
  const bool fetched = feed(fetched_, true, now);
  return feed(assembled_, false, now) || fetched;
}

bool FramePipeline::feed(Cursor& cursor, bool fetched, Cycles now) {
  const unsigned unit = static_cast<unsigned>(fetched ? FrameUnit::kCommandStreamer : FrameUnit::kGeometry);
  if (units_[unit].jobs.size() >= units_[unit].places) return false;
  skip(cursor, fetched);
  if (parameters_.vertex_fetch.ahead == 0 && !is_next(cursor, fetched)) return false;
  if (cursor.chunk == chunks_.size() || chunks_[cursor.chunk]->taken >= now) return false;
  Chunk& chunk = *chunks_[cursor.chunk];
  const FrameStep& step = chunk.steps[cursor.step];
  if (step.kind == FrameStepKind::kJoin) {
    if (!is_joined()) return false;
    ++cursor.step;
    return true;
  }
  ++cursor.step;
  enter(unit, {.chunk = &chunk, .step = &step, .to_open = step.opens}, now);
  return true;
}

/// Whether all steps before a cursor's have entered a unit, and left the command streamer: where draws take turns, they
/// enter in one order.
bool FramePipeline::is_next(const Cursor& cursor, bool fetched) {
  Cursor& other = fetched ? assembled_ : fetched_;
  skip(other, !fetched);
  return cursor < other && (fetched || units_[0].jobs.empty());
}

/// Moves to the next step of its way: those of the other one, and for fetched ones joins, are passed over.
void FramePipeline::skip(Cursor& cursor, bool fetched) {
  for (; cursor.chunk < chunks_.size(); ++cursor.chunk, cursor.step = 0) {
    const std::vector<FrameStep>& steps = chunks_[cursor.chunk]->steps;
    for (; cursor.step < steps.size(); ++cursor.step) {
      const FrameStepKind kind = steps[cursor.step].kind;
      if (functional::is_fetched(kind) == fetched && !(fetched && kind == FrameStepKind::kJoin)) return;
    }
  }
}

/// Whether all that was fetched before the join, which comes next, has left the units that it is fetched by. Where
/// draws take turns, that is the vertices of a draw without vertex threads, which nothing else waits for.
bool FramePipeline::is_joined() const {
  if (fetched_ < assembled_) return false;
  const Chunk* chunk = chunks_[assembled_.chunk].get();
  const FrameStep* join = &chunk->steps[assembled_.step];
  for (const FrameUnit number : {FrameUnit::kCommandStreamer, FrameUnit::kVertexFetch}) {
    for (const Job& job : units_[static_cast<unsigned>(number)].jobs) {
      const bool later = job.chunk == chunk ? job.step > join : job.chunk->taken > chunk->taken;
      if (!later) return false;
    }
  }
  return true;
}

/// A step has left its last unit.
void FramePipeline::leave_pipeline(const Job& job, Cycles now) {
  const std::uint32_t draw = job.step->draw;
  accounts_.of(draw, now);
  const auto left = steps_of_.find(draw);
  if (--left->second == 0) {
    steps_of_.erase(left);
    host_.passed(draw);
  }
  --job.chunk->left;
  forget_chunks();
}

/// Drops steps that have all left.
void FramePipeline::forget_chunks() {
  while (!chunks_.empty() && chunks_.front()->left == 0) {
    chunks_.front()->steps.clear();
    chunks_.front()->lines.clear();
    unused_.push_back(std::move(chunks_.front()));
    chunks_.pop_front();
    for (Cursor* cursor : {&fetched_, &assembled_}) {
      if (cursor->chunk != 0) {
        --cursor->chunk;
      } else {
        cursor->step = 0;
      }
    }
  }
}

}  // namespace texpipe::machine
