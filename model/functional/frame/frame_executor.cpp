#include "functional/frame/frame_executor.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "functional/frame/clear/depth_clear.h"
#include "functional/frame/clear/fast_clear.h"
#include "functional/frame/observer/pixel_watch.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

namespace command = gen9::command;

FrameExecutor::FrameExecutor(GpuMemory& memory, CommandStreamer::Holds holds, ByteAddress local_memory,
                             const FrameLimits& limits)
    : memory_{memory}, holds_{std::move(holds)}, local_memory_{local_memory}, limits_{limits}, programs_{memory} {}

FrameExecutor::~FrameExecutor() = default;

void FrameExecutor::submit(ByteAddress first_command, std::uint32_t context) {
  streamer_ = &contexts_.try_emplace(context, memory_, statistics_, holds_, limits_.commands).first->second;
  streamer_->tell_work(work_);
  streamer_->report_by([this, context](std::uint32_t number) { return counter_report(counters(), number, context); });
  streamer_->begin(first_command);
  phase_ = Phase::kStream;
  ++counts_.submissions;
}

std::uint64_t FrameExecutor::commands() const {
  std::uint64_t commands = 0;
  for (const auto& [context, streamer] : contexts_) commands += streamer.commands();
  return commands;
}

std::uint64_t FrameExecutor::primitives() const {
  std::uint64_t primitives = 0;
  for (const auto& [context, streamer] : contexts_) primitives += streamer.primitives();
  return primitives;
}

std::optional<DrawOfThreads> FrameExecutor::draw() const {
  if (mixed_ != nullptr) return mixed_->draw();
  if (phase_ == Phase::kStream) return {};
  return DrawOfThreads{.number = primitives() - 1,
                       .by_driver = streamer_->draw().topology == gen9::PrimitiveTopology::kRectList};
}

std::uint64_t FrameExecutor::draw_number() const {
  if (mixed_ != nullptr) return mixed_->draw()->number;
  return phase_ == Phase::kStream ? primitives() : primitives() - 1;
}

/// The driver draws rectangle lists alone, and applications cannot (specification/3d-pipeline 7).
bool FrameExecutor::is_left_out(StreamEvent event) const {
  if (event == StreamEvent::kWalker) return primitives() >= first_left_out_;
  return event == StreamEvent::kDraw && primitives() > first_left_out_ &&
         streamer_->draw().topology != gen9::PrimitiveTopology::kRectList;
}

std::string FrameExecutor::place() const {
  if (mixed_ != nullptr) return mixed_->place();
  return "submission " + std::to_string(counts_.submissions - 1) + ", " + streamer_->place();
}

void FrameExecutor::require_within(std::uint64_t wanted, std::uint64_t most, const char* what,
                                   const char* parameter) const {
  if (wanted <= most) return;
  throw Error{ExitCode::kWatchdog, Diagnostic{.problem = "asks for " + std::to_string(wanted) + " " + what +
                                                         ", of at most " + std::to_string(most),
                                              .hint = std::string{parameter} + " of a frame's workload allows more"}};
}

PerformanceCounters FrameExecutor::counters() const {
  PerformanceCounters counters = threads_;
  if (count_more_) count_more_(counters);
  return counters;
}

const ThreadSource* FrameExecutor::next_threads() try {
  const ThreadSource* threads = advance();
  if (threads != nullptr) count_threads(*threads, threads_);
  return threads;
} catch (const Error& error) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  const std::string command = streamer_->place();
  for (Diagnostic& diagnostic : diagnostics) {
    if (gen9::is_eu_place(diagnostic.path))
      diagnostic.problem = std::exchange(diagnostic.path, {}) + ": " + diagnostic.problem;
    const bool told = diagnostic.problem.starts_with(command);
    diagnostic.problem =
        (told ? place().substr(0, place().size() - command.size()) : place() + ": ") + diagnostic.problem;
  }
  throw Error{error.code(), std::move(diagnostics)};
}

const ThreadSource* FrameExecutor::advance() {
  mixed_ = nullptr;
  while (true) {
    throw_if_stop_requested();
    switch (phase_) {
      case Phase::kStream: {
        if (overlaps()) {
          if (!overlapped_) overlapped_.emplace(*work_);
          mixed_ = overlapped_->next_threads([this] { return next_overlapping(); });
          if (mixed_ != nullptr) return mixed_;
        }
        if (work_ != nullptr) work_->draw = static_cast<std::uint32_t>(primitives());  // commands are the next draw's
        const StreamEvent event = std::exchange(holds_draw_, false) ? StreamEvent::kDraw : streamer_->run();
        if (is_left_out(event)) break;
        if (event == StreamEvent::kEnd) return nullptr;
        if (const ThreadSource* threads = advance_stream(event)) return threads;
        break;
      }
      case Phase::kGeometry:
        if (const ThreadSource* threads = geometry_->next_threads()) return threads;
        if (work_ != nullptr) work_->add(FrameStepKind::kJoin);
        pixels_->take(geometry_->primitives());
        phase_ = Phase::kPixels;
        break;
      case Phase::kPixels:
        if (const ThreadSource* threads = pixels_->next_threads()) return threads;
        phase_ = geometry_->more() ? Phase::kGeometry : Phase::kStream;
        break;
    }
  }
}

/// Begins the work of an event, when no draw before it is in flight. @return  threads of a compute walker
const ThreadSource* FrameExecutor::advance_stream(StreamEvent event) {
  switch (event) {
    case StreamEvent::kDraw:
      if (overlaps()) first_in_flight_ = draw_in_flight();
      if (first_in_flight_ == nullptr) begin_draw();
      return nullptr;
    case StreamEvent::kDepthClear:
      ++counts_.depth_clears;
      clear_depth(streamer_->state(), memory_, holds_);
      if (work_ != nullptr) add_depth_operation(streamer_->state(), memory_, *work_);
      return nullptr;
    case StreamEvent::kWalker:
      ++counts_.walkers;
      walker_.emplace(streamer_->state(), streamer_->registers(), memory_, programs_, local_memory_);
      require_within(walker_->groups(), limits_.groups, "work groups", "max_groups");
      statistics_.compute_shader_runs += walker_->lanes();
      if (walker_->groups() == 0) return nullptr;
      if (work_ != nullptr) {
        work_->add(FrameStepKind::kJoin);
        FrameStep& step = work_->add(FrameStepKind::kThreads);
        step.opens = walker_->groups();
        step.group_threads = walker_->threads_per_group();
      }
      return &*walker_;
    default:
      return nullptr;
  }
}

/// The streamer's draw, whose first portion is there; null: it may not overlap others.
std::shared_ptr<DrawInFlight> FrameExecutor::draw_in_flight() {
  const PipelineState& state = streamer_->state();
  if (state.flag(command::kPs["Render Target Fast Clear Enable"]) ||
      state.value(command::kPs["Render Target Resolve Type"]) != 0)
    return nullptr;
  require_vertices();
  work_->draw = static_cast<std::uint32_t>(primitives() - 1);
  auto draw = std::make_shared<DrawInFlight>(
      DrawOfThreads{.number = primitives() - 1,
                    .by_driver = streamer_->draw().topology == gen9::PrimitiveTopology::kRectList},
      place(), streamer_->draw(), state, memory_, programs_, statistics_, streamer_->registers().stream_offsets(),
      *work_, order_);
  if (!draw->geometry.is_plain() || !draw->geometry.more()) return nullptr;
  ++counts_.draws;
  return draw;
}

std::shared_ptr<DrawInFlight> FrameExecutor::next_overlapping() {
  if (first_in_flight_ != nullptr) return std::exchange(first_in_flight_, nullptr);
  if (holds_draw_) return nullptr;
  while (true) {
    throw_if_stop_requested();
    const std::uint64_t before = primitives();
    work_->draw = static_cast<std::uint32_t>(before);
    const StreamEvent event = streamer_->run_ahead();
    if (event == StreamEvent::kFence) return nullptr;
    if (is_left_out(event)) continue;
    const bool apart = chosen_ && before != 0 && chosen_(primitives() - 1) != chosen_(before - 1);
    std::shared_ptr<DrawInFlight> draw = apart ? nullptr : draw_in_flight();
    holds_draw_ = draw == nullptr;
    return draw;
  }
}

void FrameExecutor::require_vertices() const {
  const DrawCall& draw = streamer_->draw();
  require_within(std::uint64_t{draw.vertex_count} * draw.instance_count, limits_.vertices, "vertices", "max_vertices");
}

void FrameExecutor::begin_draw() {
  const PipelineState& state = streamer_->state();
  if (work_ != nullptr) work_->draw = static_cast<std::uint32_t>(primitives() - 1);
  if (PixelWatch* watch = observer_ != nullptr ? observer_->watch() : nullptr) watch->begin_draw(primitives() - 1);
  require_vertices();
  if (state.flag(command::kPs["Render Target Fast Clear Enable"])) {
    ++counts_.fast_clears;
    return fast_clear();
  }
  if (state.value(command::kPs["Render Target Resolve Type"]) != 0) {
    ++counts_.resolves;
    if (work_ != nullptr) time_resolve();
    return;
  }
  ++counts_.draws;
  geometry_.emplace(streamer_->draw(), state, memory_, programs_, statistics_, streamer_->registers().stream_offsets(),
                    work_);
  pixels_.emplace(state, memory_, programs_, statistics_, observer_, work_, order_);
  if (geometry_->more()) phase_ = Phase::kGeometry;
}

void FrameExecutor::fast_clear() {
  const PipelineState& state = streamer_->state();
  geometry_.emplace(streamer_->draw(), state, memory_, programs_, statistics_, streamer_->registers().stream_offsets(),
                    work_);
  while (geometry_->more()) {
    if (geometry_->next_threads() != nullptr) unsupported("a fast clear whose rectangle comes from a shader");
    for (const AssembledPrimitive& rectangle : geometry_->primitives().primitives) {
      if (work_ != nullptr) time_clear(state, memory_, geometry_->primitives(), rectangle, *work_);
      clear_fast(state, memory_, geometry_->primitives(), rectangle, holds_);
    }
  }
}

/// A resolve has nothing to do, but its rectangle passes through the pipeline. It is not counted: without time nobody
/// looks at it.
void FrameExecutor::time_resolve() {
  const PipelineStatistics before = statistics_;
  geometry_.emplace(streamer_->draw(), streamer_->state(), memory_, programs_, statistics_,
                    streamer_->registers().stream_offsets(), work_);
  while (geometry_->more() && geometry_->next_threads() == nullptr) {
    for (const AssembledPrimitive& rectangle : geometry_->primitives().primitives)
      time_clear(streamer_->state(), memory_, geometry_->primitives(), rectangle, *work_);
  }
  statistics_ = before;
}

}  // namespace texpipe::functional
