// Measures of the parts of a sampled frame, and the result.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "study/sampled_run/sampled_frame.h"
#include "timing/system/system.h"

namespace texpipe::study {

namespace {

double sum_of(const std::vector<const machine::Counter*>& counters) {
  std::uint64_t sum = 0;
  for (const machine::Counter* counter : counters) sum += counter->value();
  return static_cast<double>(sum);
}

}  // namespace

/// Notes what the machine has done, where the groups are that have started and those that have ended: now and then, as
/// counting takes longer than a thread.
void SampledFrame::note_progress() const {
  constexpr std::uint64_t kOfMachine = 8;  // notes while as many groups end as the machine runs
  const std::uint64_t every = std::max<std::uint64_t>(machine_threads_ / threads_per_group() / kOfMachine, 1);
  if (groups_ended_ % every != 0 && groups_ended_ != started_) return;
  system_->simulation().count_what_has_happened();
  progress_.push_back({.twice_groups = started_ + groups_ended_,
                       .at = static_cast<double>(system_->simulation().clock.now().value()),
                       .footprints = sum_of(footprints_),
                       .memory_bytes = sum_of(memory_bytes_),
                       .held_writes = static_cast<double>(system_->held_writes())});
}

/// Beginning of a part: that of the phase when it is the first one; another one begins when half of the groups around
/// its first one are past. Groups end in bursts of as many as the machine runs, so that it is the mean of so many ends.
SampledFrame::Progress SampledFrame::begin_of(std::size_t part) const {
  if (begins_phase_[part]) return progress_at(begins_[part]);
  const std::size_t first = first_starts_[part];
  std::size_t begin = part, end = part + 1;  // parts of the phase
  while (!begins_phase_[begin]) --begin;
  while (end < first_starts_.size() && !begins_phase_[end]) ++end;
  const std::size_t behind = end < first_starts_.size() ? first_starts_[end] : groups_ended_;
  const std::size_t around = std::min({machine_threads_ * groups_of_part(part) / threads_of_parts_[part] / 2,
                                       first - first_starts_[begin], behind - first});
  const auto place_of = [this](std::size_t groups) {
    return std::lower_bound(progress_.begin(), progress_.end(), 2 * groups,
                            [](const Progress& p, std::size_t twice) { return p.twice_groups < twice; });
  };
  const auto from = place_of(first - around), to = std::max(place_of(first + around), from + 1);
  Progress mean;
  for (auto p = from; p != to; ++p) {
    mean.at += p->at;
    mean.footprints += p->footprints;
    mean.memory_bytes += p->memory_bytes;
    mean.held_writes += p->held_writes;
  }
  const auto count = static_cast<double>(to - from);
  return {.at = mean.at / count,
          .footprints = mean.footprints / count,
          .memory_bytes = mean.memory_bytes / count,
          .held_writes = mean.held_writes / count};
}

SampledFrame::Progress SampledFrame::progress_at(std::size_t look) const {
  const auto sum = [&](std::string_view path_end, std::string_view name) {
    return static_cast<double>(looks_->grown(looks_->counters(path_end, name), {.from = 0, .to = look}));
  };
  return {.at = static_cast<double>(looks_->at(look).value()),
          .footprints = sum(".filter", "footprints"),
          .memory_bytes = sum(".memory", "bytes"),
          .held_writes = 0};
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

/// Cycles before the first look and behind the last phase stand for themselves alone.
SampleResult SampledFrame::finish(Cycles end) {
  look_at_end(end);
  const std::vector<FramePart>& parts = stretches_.parts();
  SampleResult result{.stretches = stretches_.stretches(),
                      .groups = static_cast<unsigned>(stretches_.simulated_groups()),
                      .all_groups = static_cast<unsigned>(stretches_.groups()),
                      .simulated = end};
  std::vector<FrameStretches::Measured> measured;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size() || begins_phase_[i + 1];
    const Progress begin = begin_of(i);
    if (!begins_phase_[i]) held_[i] = begin.held_writes;
    const Progress end = last ? progress_at(ends_[i]) : begin_of(i + 1);
    const FrameLoad load{.threads = static_cast<double>(threads_of_parts_[i]),
                         .footprints = end.footprints - begin.footprints,
                         .memory_bytes = end.memory_bytes - begin.memory_bytes};
    measured.push_back({end.at - begin.at, rates_.busy(load)});
  }
  settle_held_writes(measured);
  const FrameStretches::Estimate estimate = stretches_.estimate(measured);
  std::vector<WeightedSpan> spans;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size() || begins_phase_[i + 1];
    spans.push_back({.from = works_[i],
                     .to = last ? ends_[i] : works_[i + 1],
                     .weight = estimate.weights[i],
                     .slowness = estimate.slowness[i]});
    result.rows.push_back({.first_group = first_groups_[i],
                           .groups = parts[i].end - parts[i].first,
                           .weight = estimate.weights[i],
                           .cycles = looks_->cycles(spans.back()),
                           .steady_cycles = estimate.slowness[i] * measured[i].cycles});
  }
  spans.push_back({begins_.back(), ends_.back(), 1});
  const std::uint64_t outside = looks_->at(begins_.front()).value() + looks_->cycles(spans.back());
  result.cycles = Cycles{static_cast<std::uint64_t>(std::llround(estimate.cycles)) + outside};
  result.bound = Cycles{static_cast<std::uint64_t>(std::llround(estimate.bound))};
  result.statistics = looks_->extrapolated(spans, result.cycles);
  return result;
}

}  // namespace texpipe::study
