#include "machine/frame/frame_pipeline.h"

#include <algorithm>
#include <utility>

namespace texpipe::machine {

using functional::FrameStep;
using functional::FrameStepKind;

namespace {

constexpr unsigned set_of(auto... units) {
  return ((1u << number_of(units)) | ...);
}

/// Whether a step's lines come as fast as they are made, so that memory holds it up.
constexpr bool is_clear(FrameStepKind kind) {
  return kind == FrameStepKind::kClear || kind == FrameStepKind::kDepthClear || kind == FrameStepKind::kDepthResolve;
}

/// Units that a step passes.
constexpr unsigned way_of(FrameStepKind kind) {
  using enum FrameUnit;
  switch (kind) {
    case FrameStepKind::kCommands:
    case FrameStepKind::kStall:
      return set_of(kCommandStreamer);
    case FrameStepKind::kVertices:
      return set_of(kCommandStreamer, kVertexFetch, kOpening);
    case FrameStepKind::kThreads:
      return set_of(kGeometry, kOpening);
    case FrameStepKind::kPrimitives:
      return set_of(kGeometry);
    case FrameStepKind::kTile:
      return set_of(kGeometry, kRasterizer, kHiz, kDepth, kOpening);
    case FrameStepKind::kClear:
      return set_of(kCommandStreamer, kRasterizer);
    case FrameStepKind::kDepthClear:
      return set_of(kCommandStreamer, kHiz);
    case FrameStepKind::kDepthResolve:
      return set_of(kCommandStreamer, kHiz, kDepth);
    case FrameStepKind::kJoin:
      return 0;
  }
  return 0;
}

}  // namespace

FramePipeline::FramePipeline(const FrameParameters& parameters, functional::ClearedLines& cleared, FrameHost& host,
                             UrbPorts& urb, FrameStatistics& statistics, DrawAccounts& accounts)
    : parameters_{parameters},
      compressed_{parameters.pixel_backend.compression_ratio},
      cleared_{cleared},
      host_{host},
      urb_{urb},
      statistics_{statistics},
      accounts_{accounts} {
  const std::array<std::uint32_t, kUnits> places{1,
                                                 parameters.vertex_fetch.queue,
                                                 parameters.geometry.queue,
                                                 parameters.rasterizer.queue,
                                                 parameters.hiz.queue,
                                                 parameters.depth.queue,
                                                 1};
  const std::array<CycleAccount*, kUnits> cycles{
      &statistics.streamer_cycles, &statistics.fetch_cycles, &statistics.geometry_cycles, &statistics.raster_cycles,
      &statistics.hiz_cycles,      &statistics.depth_cycles, &statistics.opening_cycles};
  for (unsigned unit = 0; unit < kUnits; ++unit) {
    units_[unit].places = places[unit];
    units_[unit].cycles = cycles[unit];
    units_[unit].holder = Holder{unit};
  }
}

void FramePipeline::take(functional::FrameWork& work, Cycles now) {
  if (work.steps.empty()) return;
  if (unused_.empty()) unused_.push_back(std::make_unique<Chunk>());
  std::unique_ptr<Chunk> chunk = std::move(unused_.back());
  unused_.pop_back();
  chunk->steps.swap(work.steps);
  chunk->lines.swap(work.lines);
  work.clear();
  chunk->left = 0;
  for (FrameStep& step : chunk->steps) {
    if (step.kind == FrameStepKind::kJoin) continue;
    ++chunk->left;
    ++steps_of_[step.draw];
    if (step.opens != 0) step.turn = turns_++;
  }
  chunk->taken = now;
  draw_ = chunk->steps.back().draw;
  chunks_.push_back(std::move(chunk));
  forget_chunks();
  next_ = std::min(next_, now + Cycles{1});
}

void FramePipeline::answered(std::uint64_t tag, Cycles now) {
  next_ = std::min(next_, now + Cycles{1});
  if (tag == kWrite) {
    --writes_out_;
    written_then_ = last_written_ == now ? written_then_ + 1 : 1;
    last_written_ = now;
    return;
  }
  Unit& unit = units_[tag & ((1u << kUnitBits) - 1)];
  Job& job = unit.jobs[(tag >> kUnitBits) - unit.first_number];
  --job.waits;
  job.last_line = now;
}

void FramePipeline::started(Cycles now) {
  if (now != started_at_) started_before_ = started_;
  started_at_ = now;
  ++started_;
  next_ = std::min(next_, now + Cycles{1});
}

void FramePipeline::advance(Cycles now, bool backend_rests) {
  bool moved = true;
  while (moved) {
    moved = false;
    for (unsigned unit = kUnits; unit-- > 0;) {
      while (move_on(unit, now, backend_rests)) moved = true;
    }
    while (feed(now)) moved = true;
  }
  look_ahead(now);
}

bool FramePipeline::is_served(const Job& job, Cycles now) const {
  return job.served <= subcycles(now) && job.waits == 0 && (job.last_line < now || job.last_line == Cycles{});
}

/// Whether memory holds up a clear or resolve, whose lines share the window of the pixel backend.
bool FramePipeline::holds_clear(unsigned number, const Job& job, Cycles now) const {
  return number != 0 && is_clear(job.step->kind) && writes_out(now) >= parameters_.pixel_backend.window;
}

/// Lets the front step of a unit go on, if it may.
bool FramePipeline::move_on(unsigned number, Cycles now, bool backend_rests) {
  Unit& unit = units_[number];
  if (unit.jobs.empty() || !is_served(unit.jobs.front(), now)) return false;
  Job& job = unit.jobs.front();
  if (job.step->kind == FrameStepKind::kStall && !stall(job, now, backend_rests)) return false;
  const unsigned way = way_of(job.step->kind);
  unsigned next = number + 1;
  while (next < kUnits && (way >> next & 1) == 0) ++next;
  if (holds_clear(number, job, now)) return false;
  if (next < kUnits) {
    if (units_[next].jobs.size() >= units_[next].places) return false;
    if (next == number_of(FrameUnit::kOpening) && job.step->opens != 0 && job.step->turn != next_turn_) return false;
  } else if (!open_threads(job, now)) {
    return false;
  }
  if (job.step->invalidates.any()) invalidate(*job.step);
  write(number, job);
  Job moved = std::move(job);
  leave(number, now);
  if (next < kUnits) {
    if (next == number_of(FrameUnit::kOpening) && moved.step->opens != 0) ++next_turn_;
    enter(next, std::move(moved), now);
    return true;
  }
  leave_pipeline(moved, now);
  return true;
}

/// Whether a stall is over. It begins when everything before it has left the pipeline and is written.
bool FramePipeline::stall(Job& job, Cycles now, bool backend_rests) {
  if (job.stalls) return true;
  if (!backend_rests || writes_out(now) != 0 || !rests_behind(0) || assembled_before_stall()) return false;
  job.stalls = true;
  const std::uint64_t bytes = host_.flush();
  const CommandStreamerParameters& streamer = parameters_.command_streamer;
  const Subcycles begin = subcycles(now);
  job.served = begin + subcycles(streamer.stall_latency) + work_at_rate(bytes, streamer.write_back_bytes_per_cycle);
  units_[0].free = job.served;
  statistics_.stalls.add();
  statistics_.written_back.add(bytes);
  units_[0].cycles->work(begin, job.served);
  accounts_.of(job.step->draw, now).busy[0] = accounts_.of(job.step->draw, now).busy[0] + (job.served - begin);
  accounts_.add(
      {.draw = job.step->draw, .since = job.entered, .begin = now, .end = cycles_touched(job.served), .bytes = bytes});
  return is_served(job, now);
}

/// Invalidates as the command streamer ends a step.
void FramePipeline::invalidate(const FrameStep& step) {
  if (!parameters_.command_streamer.invalidations) return;
  statistics_.invalidations.add();
  statistics_.invalidated_lines.add(host_.invalidate(step.invalidates));
}

bool FramePipeline::rests_behind(unsigned unit) const {
  return std::all_of(units_.begin() + unit + 1, units_.end(), [](const Unit& u) { return u.jobs.empty(); });
}

/// Lets threads start; true: all of the step may.
bool FramePipeline::open_threads(Job& job, Cycles now) {
  const std::uint64_t known = started_at_ == now ? started_before_ : started_;
  while (job.to_open != 0) {
    const std::uint64_t waiting = opened_ - known;
    if (waiting >= parameters_.opened_threads) return false;
    const auto now_open =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(job.to_open, parameters_.opened_threads - waiting));
    host_.open(now_open);
    const std::uint64_t threads = std::uint64_t{now_open} * job.step->group_threads;
    statistics_.threads.add(threads);
    accounts_.of(job.step->draw, now).threads += threads;
    opened_ += now_open;
    job.to_open -= now_open;
  }
  return true;
}

void FramePipeline::enter(unsigned number, Job&& job, Cycles now) {
  Unit& unit = units_[number];
  const Subcycles begin = std::max(unit.free, subcycles(now));
  const Subcycles work = cost(number, *job.step);
  job.served = begin + work;
  job.waits = 0;
  job.last_line = {};
  job.entered = now;
  DrawAccount& account = accounts_.of(job.step->draw, now);
  if (work != Subcycles{}) {
    unit.free = job.served;
    unit.cycles->work(begin, job.served);
    account.busy[number] = account.busy[number] + work;
  }
  if (number == number_of(FrameUnit::kVertexFetch) && job.step->urb_bytes != 0)
    job.served = std::max(job.served, urb_.write(job.step->urb_bytes, now));
  count(number, *job.step, account);
  account.stays[number].enter(now);
  unit.jobs.push_back(std::move(job));
  ask(number, unit.jobs.back(), unit.first_number + unit.jobs.size() - 1);
}

void FramePipeline::leave(unsigned number, Cycles now) {
  const FrameStep& step = *units_[number].jobs.front().step;
  accounts_.of(step.draw, now).stays[number].leave(now);
  units_[number].jobs.pop_front();
  ++units_[number].first_number;
}

/// Finds the next cycle in which something happens, and charges the units until then.
void FramePipeline::look_ahead(Cycles now) {
  next_ = kNever;
  for (const Cursor& cursor : {fetched_, assembled_})
    if (cursor.chunk < chunks_.size() && chunks_[cursor.chunk]->taken >= now) next_ = now + Cycles{1};
  if (started_at_ == now) next_ = now + Cycles{1};
  if (last_written_ == now) next_ = now + Cycles{1};
  std::optional<std::uint32_t> held_clear;
  for (unsigned number = 0; number < kUnits; ++number) {
    Unit& unit = units_[number];
    FrameCycle state = FrameCycle::kIdle;
    if (!unit.jobs.empty()) {
      const Job& job = unit.jobs.front();
      Cycles due = cycles_touched(job.served);
      if (job.last_line != Cycles{}) due = std::max(due, job.last_line + Cycles{1});
      const bool waits = job.waits != 0;
      if (!waits && due > now) next_ = std::min(next_, due);
      state = waits || due > now ? FrameCycle::kWaiting : FrameCycle::kBlocked;
      if (state == FrameCycle::kBlocked && holds_clear(number, job, now)) held_clear = job.step->draw;
    }
    if (state != unit.state) unit.cycles->enter(now, state);
    unit.state = state;
    const bool holds = state == FrameCycle::kWaiting;
    unit.holder.change(holds ? std::optional{unit.jobs.front().step->draw} : std::nullopt, now, accounts_);
  }
  clears_.change(held_clear, now, accounts_);
}

}  // namespace texpipe::machine
