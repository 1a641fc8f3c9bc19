#include "study/sampled_run/sampled_frame.h"

#include <algorithm>
#include <utility>

#include "study/sampled_run/frame_work_parts.h"
#include "study/sampled_run/stretches.h"
#include "timing/system/system.h"

namespace texpipe::study {

namespace {

/// Cycles of what comes before the threads of a phase, roughly: it tells phases apart that wait or clear first, or test
/// tiles of which no thread is left.
std::uint64_t lead_of(const functional::FrameWork& work) {
  constexpr std::uint64_t kStall = 300, kBlocksPerCycle = 2, kSubspansPerCycle = 4, kOfClearLine = 2;
  std::uint64_t cycles = 0;
  for (const functional::FrameLine& line : work.lines)
    if (line.if_clear && work.cleared.holds(line.address)) cycles += kOfClearLine;
  for (const functional::FrameStep& step : work.steps) {
    switch (step.kind) {
      case functional::FrameStepKind::kCommands:
      case functional::FrameStepKind::kClear:
        cycles += step.amount;
        break;
      case functional::FrameStepKind::kStall:
        cycles += kStall;
        break;
      case functional::FrameStepKind::kDepthClear:
      case functional::FrameStepKind::kDepthResolve:
        cycles += step.amount / kBlocksPerCycle;
        break;
      case functional::FrameStepKind::kTile:
        if (step.opens == 0) cycles += std::max<std::uint64_t>(step.tile.subspans / kSubspansPerCycle, step.lines);
        break;
      default:
        break;
    }
  }
  return cycles;
}

}  // namespace

SampledFrame::SampledFrame(std::unique_ptr<functional::ThreadSource> threads, functional::GpuMemory& memory,
                           const FrameSampleParameters& parameters, const machine::MachineParameters& machine)
    : threads_{std::move(threads)},
      memory_{memory},
      machine_threads_{threads_of(machine)},
      rates_{machine},
      samplers_{machine},
      stretches_{parameters, machine_threads_} {}

bool SampledFrame::advance() {
  if (!warming_) {
    warming_.emplace(memory_, *system_, samplers_);
    if (work_ != nullptr) warming_->share(work_->cleared);
    system_->simulation().thread_end_listeners.emplace_back([this](const functional::Message&) { thread_ended(); });
  }
  if (begins_.empty()) {
    begins_.push_back(look());
    footprints_ = looks_->found(".filter", "footprints");
    memory_bytes_ = looks_->found(".memory", "bytes");
  }
  if (!parts_.empty()) {
    end_part();
    stretches_.took((looks_->at(ends_.back()) - looks_->at(phase_begin_)).value());
    run_left_out(parts_.size(), parts_.back().end, threads_->groups());
  }
  parts_.clear();
  places_.clear();
  while (threads_->advance()) {
    if (begin_phase()) return true;
  }
  return false;
}

/// False: nothing of the phase is simulated, and it has run without time.
bool SampledFrame::begin_phase() {
  const unsigned first_group = static_cast<unsigned>(stretches_.groups()), groups = threads_->groups();
  const auto draw = threads_->draw();
  parts_ = stretches_.choose({.kind = threads_->stage() + (draw && draw->by_driver ? " of the driver" : ""),
                              .draw = draw ? draw->number : ~std::uint64_t{0},
                              .groups = groups,
                              .threads_per_group = threads_->threads_per_group(),
                              .lead = work_ != nullptr ? lead_of(*work_) : 0,
                              .divisible = threads_->reuse_distance() >= groups && !threads_->keeps_order(),
                              .uniform = draw && draw->by_driver});
  warming_->begin_phase(*threads_);
  left_out_.assign(parts_.size() + 1, {});
  if (work_ != nullptr) keep_parts(parts_, *work_, left_out_);
  if (parts_.empty()) {
    run_left_out(0, 0, groups);
    return false;
  }
  for (const FramePart& part : parts_) {
    places_.push_back((places_.empty() ? 0 : places_.back()) + part.end - part.first);
    first_groups_.push_back(first_group + part.first);
    threads_of_parts_.push_back((part.end - part.first) * threads_->threads_per_group());
  }
  older_.reset();
  part_ = 0;
  phase_begin_ = begins_.back();
  begin_part(0);
  return true;
}

/// Runs what lies before a part.
void SampledFrame::begin_part(std::size_t part) const {
  run_left_out(part, part == 0 ? 0 : parts_[part - 1].end, parts_[part].first);
  using machine::HandedCaches;
  // Caches of fixed functions take what groups without time have left in them while no others run, at the beginning of
  // a phase. Later it would drive out what groups that run have read and not yet written: it is written back behind
  // them. The hierarchical depth cache, which units use that come before the threads, takes it all the same, and the
  // cache of colours once more, behind the beginning, which does not fill it: in the whole phase it is full of changed
  // lines from then on, and each write sends one of them on.
  if (part == 0) warming_->hand_on(HandedCaches::kAll);
  if (part == 1) warming_->hand_on(HandedCaches::kColors);
  const FrameLoad written_back = warming_->write_back();
  if (part != 0) warming_->hand_on(HandedCaches::kHierarchicalDepth);
  if (left_out_last_) stretches_.leave_out(*left_out_last_, rates_.busy(written_back));
  first_starts_.push_back(started_);
  begins_phase_.push_back(part == 0);
  if (part == 0) note_work(begins_.back());
  note_reached_parts();
}

/// Runs groups before a part, or behind the last one, window by window. What fixed functions do for them is as much in
/// each window.
void SampledFrame::run_left_out(std::size_t before_part, unsigned first, unsigned end) const {
  const FrameLoad of_units = warming_->take(left_out_[before_part]);
  for (const LeftOutGroups& groups : stretches_.left_out()) {
    for (unsigned at = groups.first; at < groups.end && groups.first >= first && groups.end <= end;) {
      const unsigned behind = at + std::min(groups.window, groups.end - at);
      FrameLoad load = warming_->run(at, behind);
      load.memory_bytes += of_units.memory_bytes * (behind - at) / (end - first);
      load += warming_->touch_behind_slices(warming_->take_touches());
      stretches_.leave_out(groups.stratum, rates_.busy(load));
      left_out_last_ = groups.stratum;
      at = behind;
    }
  }
}

/// Groups end about in the order in which they start: how many have, tells which part the machine is at.
void SampledFrame::thread_ended() {
  if (++threads_ended_ % threads_per_group() != 0) return;
  ++groups_ended_;
  note_progress();
  note_reached_parts();
}

void SampledFrame::note_reached_parts() const {
  while (works_.size() < first_starts_.size() && started_ + groups_ended_ >= 2 * first_starts_[works_.size()])
    note_work(look());
}

void SampledFrame::note_work(std::size_t look) const {
  works_.push_back(look);
  held_.push_back(static_cast<double>(system_->held_writes()));
}

void SampledFrame::end_part() const {
  ends_.push_back(look());
  begins_.push_back(ends_.back());
}

unsigned SampledFrame::group_of(unsigned place) const {
  const auto part = static_cast<std::size_t>(std::upper_bound(places_.begin(), places_.end(), place) - places_.begin());
  return parts_[part].end - (places_[part] - place);
}

/// Groups start in order.
void SampledFrame::start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
                         std::unique_ptr<functional::EuProgram>& program) const {
  if (thread == 0 && group == places_[part_]) {
    end_part();
    begin_part(++part_);
  }
  if (thread == 0) ++started_;
  threads_->start(group_of(group), thread, registers, program);
}

/// Those that are not simulated have ended.
const functional::OlderThreads* SampledFrame::older_at_same_pixels() const {
  const functional::OlderThreads* all = threads_->older_at_same_pixels();
  if (all == nullptr) return nullptr;
  if (older_) return &*older_;
  older_.emplace();
  for (unsigned place = 0; place < groups(); ++place) {
    older_->starts.push_back(static_cast<std::uint32_t>(older_->groups.size()));
    for (const std::uint32_t group : all->of(group_of(place))) {
      for (std::size_t part = 0; part < parts_.size(); ++part) {
        if (group >= parts_[part].first && group < parts_[part].end)
          older_->groups.push_back(places_[part] - (parts_[part].end - group));
      }
    }
  }
  older_->starts.push_back(static_cast<std::uint32_t>(older_->groups.size()));
  return &*older_;
}

}  // namespace texpipe::study
