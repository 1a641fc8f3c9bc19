#include "study/sampled_run/sampled_frame.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "study/sampled_run/frame_work_parts.h"
#include "study/sampled_run/stretches.h"
#include "timing/system/system.h"

namespace texpipe::study {

namespace {

/// Cycles of what comes before the threads of a phase, roughly: it tells phases apart that wait or clear first.
std::uint64_t lead_of(const functional::FrameWork& work) {
  constexpr std::uint64_t kStall = 300, kBlocksPerCycle = 2;
  std::uint64_t cycles = 0;
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
        cycles += step.amount / kBlocksPerCycle;
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
      stretches_{parameters, machine_threads_} {}

bool SampledFrame::advance() {
  if (!warming_) {
    warming_.emplace(memory_, *system_);
    system_->simulation().thread_end_listeners.emplace_back([this](const functional::Message&) { thread_ended(); });
  }
  if (begins_.empty()) begins_.push_back(look());
  if (!parts_.empty()) {
    end_part();
    run_left_out(parts_.size(), parts_.back().end, threads_->groups());
    touch_late();
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
                              .divisible = threads_->reuse_distance() >= groups,
                              .uniform = draw && draw->by_driver});
  warming_->begin_phase(*threads_);
  left_out_.assign(parts_.size() + 1, {});
  if (work_ != nullptr) keep_parts(parts_, *work_, left_out_);
  if (parts_.empty()) {
    run_left_out(0, 0, groups);
    touch_late();
    return false;
  }
  for (const FramePart& part : parts_) {
    places_.push_back((places_.empty() ? 0 : places_.back()) + part.end - part.first);
    first_groups_.push_back(first_group + part.first);
    threads_of_parts_.push_back((part.end - part.first) * threads_->threads_per_group());
  }
  older_.reset();
  part_ = 0;
  begin_part(0);
  return true;
}

/// Runs what lies before a part.
void SampledFrame::begin_part(std::size_t part) const {
  run_left_out(part, part == 0 ? 0 : parts_[part - 1].end, parts_[part].first);
  touch_late();
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
      LateTouches& late = late_touches_.emplace_back(LateTouches{.behind = started_, .stratum = groups.stratum});
      late.load = warming_->run(at, behind);
      late.load.memory_bytes += of_units.memory_bytes * (behind - at) / (end - first);
      late.touches = warming_->take_touches();
      at = behind;
    }
  }
}

/// Groups end about in the order in which they start: how many have, tells which part the machine is at.
void SampledFrame::thread_ended() {
  if (++threads_ended_ % threads_per_group() != 0) return;
  group_ends_.push_back(system_->simulation().clock.now());
  touch_late();
  note_reached_parts();
}

void SampledFrame::note_reached_parts() const {
  while (works_.size() < first_starts_.size() && group_ends_.size() >= first_starts_[works_.size()]) note_work(look());
}

/// Lines of groups between two parts come behind the part before, whose last groups still run when the next part
/// begins.
void SampledFrame::touch_late() const {
  for (; !late_touches_.empty() && late_touches_.front().behind <= group_ends_.size(); late_touches_.pop_front()) {
    LateTouches& late = late_touches_.front();
    late.load += warming_->touch(late.touches);
    stretches_.leave_out(late.stratum, rates_.busiest(late.load));
  }
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

/// Cycle in which a part begins: the phase's first one when the phase does, another one when the groups before it have
/// ended. Groups end in bursts of as many as the machine runs, so that it is the mean of so many ends.
double SampledFrame::begin_of(std::size_t part) const {
  const std::size_t first = first_starts_[part];
  if (begins_phase_[part]) return static_cast<double>(looks_->at(begins_[part]).value());
  std::size_t begin = part, end = part + 1;  // parts of the phase
  while (!begins_phase_[begin]) --begin;
  while (end < first_starts_.size() && !begins_phase_[end]) ++end;
  const std::size_t behind = end < first_starts_.size() ? first_starts_[end] : group_ends_.size();
  const std::size_t around = std::min({machine_threads_ * groups_of_part(part) / threads_of_parts_[part] / 2,
                                       first - first_starts_[begin], behind - first});
  double sum = 0;
  for (std::size_t end = first - around; end < first + around; ++end)
    sum += static_cast<double>(group_ends_[end].value());
  return around == 0 ? static_cast<double>(group_ends_[first - 1].value()) : sum / static_cast<double>(2 * around);
}

/// Threads end when the pixel backend takes their writes, and it takes more than it writes until it is full. A part
/// behind which it holds more takes as long as these would need, at the rate of the parts between the phase's first and
/// last one.
void SampledFrame::settle_held_writes(std::vector<FrameStretches::Measured>& measured) const {
  for (std::size_t first = 0, end = 0; first < measured.size(); first = end) {
    for (end = first + 1; end < measured.size() && !begins_phase_[end];) ++end;
    if (end - first < 3) continue;
    const WeightedSpan span{.from = works_[first + 1], .to = works_[end - 1]};
    const double writes = static_cast<double>(looks_->grown(looks_->counters(".pixel_backend", "writes"), span));
    if (writes == 0) continue;
    double cycles = 0;
    for (std::size_t i = first + 1; i + 1 < end; ++i) cycles += measured[i].cycles;
    const double of_write = cycles / writes;
    for (std::size_t i = first; i < end; ++i)
      measured[i].cycles += of_write * ((i + 1 == end ? 0 : held_[i + 1]) - held_[i]);
  }
}

/// Cycles behind the last phase stand for themselves alone.
SampleResult SampledFrame::finish(Cycles end) {
  look_at_end(end);
  const std::vector<FramePart>& parts = stretches_.parts();
  SampleResult result{.stretches = stretches_.stretches(),
                      .groups = static_cast<unsigned>(stretches_.simulated_groups()),
                      .all_groups = static_cast<unsigned>(stretches_.groups()),
                      .simulated = end};
  std::vector<FrameStretches::Measured> measured;
  const std::vector<std::size_t> footprints = looks_->counters(".filter", "footprints"),
                                 memory_bytes = looks_->counters(".memory", "bytes");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size() || begins_phase_[i + 1];
    const double part_end = last ? static_cast<double>(looks_->at(ends_[i]).value()) : begin_of(i + 1);
    const WeightedSpan work{.from = works_[i], .to = last ? ends_[i] : works_[i + 1]};
    const FrameLoad load{.threads = static_cast<double>(threads_of_parts_[i]),
                         .footprints = static_cast<double>(looks_->grown(footprints, work)),
                         .memory_bytes = static_cast<double>(looks_->grown(memory_bytes, work))};
    measured.push_back({part_end - begin_of(i), rates_.busiest(load)});
  }
  settle_held_writes(measured);
  const FrameStretches::Estimate estimate = stretches_.estimate(measured);
  std::vector<WeightedSpan> spans;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size() || begins_phase_[i + 1];
    spans.push_back({works_[i], last ? ends_[i] : works_[i + 1], estimate.weights[i]});
    result.rows.push_back({.first_group = first_groups_[i],
                           .groups = parts[i].end - parts[i].first,
                           .weight = estimate.weights[i],
                           .cycles = looks_->cycles(spans.back()),
                           .steady_cycles = measured[i].cycles});
  }
  spans.push_back({begins_.back(), ends_.back(), 1});
  result.cycles = Cycles{
      static_cast<std::uint64_t>(std::llround(estimate.cycles + static_cast<double>(looks_->cycles(spans.back()))))};
  result.bound = Cycles{static_cast<std::uint64_t>(std::llround(estimate.bound))};
  result.statistics = looks_->extrapolated(spans, result.cycles);
  return result;
}

}  // namespace texpipe::study
