#include "study/sampled_run/sampled_frame.h"

#include <cmath>
#include <utility>

#include "functional/device/untimed_run.h"
#include "study/sampled_run/stretch_weights.h"
#include "timing/system/system.h"

namespace texpipe::study {

SampledFrame::SampledFrame(std::unique_ptr<functional::ThreadSource> threads, functional::GpuMemory& memory,
                           std::vector<RecordedInterval> phases, SamplePlan plan)
    : threads_{std::move(threads)}, memory_{memory}, phases_{std::move(phases)}, plan_{std::move(plan)} {
  add_part(0);
  for (const ChosenStretch& chosen : plan_.chosen) add_part(chosen.stretch);
  add_part(plan_.stretches.size() - 1);
}

void SampledFrame::add_part(std::size_t stretch) {
  const bool last = stretch + 1 == plan_.stretches.size();
  parts_.push_back({plan_.stretches[stretch].first_interval,
                    last ? phases_.size() : plan_.stretches[stretch + 1].first_interval, stretch});
}

bool SampledFrame::advance() {
  if (next_phase_ != 0 && part_ < parts_.size() && next_phase_ == parts_[part_].end) {
    ends_.push_back(look());
    ++part_;
  }
  while (threads_->advance()) {
    const std::size_t phase = next_phase_++;
    if (part_ < parts_.size() && phase >= parts_[part_].first) {
      if (phase == parts_[part_].first) begins_.push_back(look());
      return true;
    }
    skip_phase();
  }
  return false;
}

/// The phase runs without time, and touches its lines.
void SampledFrame::skip_phase() {
  functional::run_phase(*threads_, memory_);
  for (const TouchedLine& line : phases_[next_phase_ - 1].lines)
    system_->warm(ByteAddress{line.number * kTouchedLineBytes}, line.use, line.groups);
}

SampleResult SampledFrame::finish(Cycles end) {
  const RecordedInterval& last_phase = phases_.back();
  SampleResult result{.stretches = plan_.stretches.size(),
                      .groups = plan_.groups,
                      .all_groups = last_phase.first_group + last_phase.groups,
                      .simulated = end};
  if (ends_.size() < parts_.size()) look_at_end(end);
  const StretchWeights weights{plan_};
  std::vector<WeightedSpan> spans;
  std::vector<double> chosen;  // cycles of the stretches between the first and the last
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const bool between = i != 0 && i + 1 != parts_.size();
    const WeightedSpan span{begins_[i], ends_[i], between ? weights.weights()[i - 1] : 1};
    const Stretch& stretch = plan_.stretches[parts_[i].stretch];
    SampleResult::Row row{stretch.first_group, stretch.groups, span.weight, looks_->cycles(span)};
    row.steady_cycles = static_cast<double>(row.cycles);
    if (between) chosen.push_back(row.steady_cycles);
    result.rows.push_back(row);
    spans.push_back(span);
  }
  const double cycles = weights.sum(chosen) + static_cast<double>(result.rows.front().cycles) +
                        static_cast<double>(result.rows.back().cycles);
  result.cycles = Cycles{static_cast<std::uint64_t>(std::llround(cycles))};
  result.bound = Cycles{static_cast<std::uint64_t>(std::llround(weights.bound(chosen)))};
  result.statistics = looks_->extrapolated(spans, result.cycles);
  return result;
}

}  // namespace texpipe::study
