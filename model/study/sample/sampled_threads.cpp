#include "study/sample/sampled_threads.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "study/sample/stretch_weights.h"
#include "timing/system/system.h"

namespace texpipe::study {

SampledThreads::SampledThreads(std::shared_ptr<const Recording> recording, SamplePlan plan,
                               std::unique_ptr<functional::ThreadSource> threads)
    : recording_{std::move(recording)}, plan_{std::move(plan)}, threads_{std::move(threads)} {
  const auto add = [this](std::size_t number) {
    const Stretch& stretch = plan_.stretches[number];
    const unsigned before = parts_.empty() ? 0 : parts_.back().end;
    const unsigned place = parts_.empty() ? 0 : parts_.back().place + (parts_.back().end - parts_.back().first);
    const unsigned lead_in = std::min(plan_.lead_in_groups, stretch.first_group - before);
    parts_.push_back(
        {place, stretch.first_group - lead_in, stretch.first_group, stretch.first_group + stretch.groups, number});
  };
  add(0);
  for (const ChosenStretch& chosen : plan_.chosen) add(chosen.stretch);
  add(plan_.stretches.size() - 1);
}

void SampledThreads::start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
                           std::unique_ptr<functional::EuProgram>& program) const {
  if (thread == 0 && system_ != nullptr) reach(group);
  const auto behind = std::upper_bound(parts_.begin(), parts_.end(), group,
                                       [](unsigned g, const Part& part) { return g < part.place; });
  const Part& part = *(behind - 1);
  threads_->start(part.first + (group - part.place), thread, registers, program);
}

/// Groups start in order; the first thread of one of them starts now.
void SampledThreads::reach(unsigned place) const {
  const auto end_of = [](const Part& part) { return part.place + (part.end - part.first); };
  if (part_ < parts_.size() && place == end_of(parts_[part_]) && part_ + 1 < parts_.size()) {
    look();
    ends_.push_back(looks_->look(system_->simulation().clock.now()));
    ++part_;
    warm(parts_[part_ - 1].end, parts_[part_].first);
  }
  const Part& part = parts_[part_];
  if (place != part.place + (part.counted - part.first)) return;
  look();
  begins_.push_back(looks_->look(system_->simulation().clock.now()));
}

/// Everything before now is counted.
void SampledThreads::look() const {
  timing::Simulation& simulation = system_->simulation();
  if (!looks_) looks_.emplace(simulation.statistics);
  const Cycles now = simulation.clock.now();
  if (now == Cycles{}) return;
  for (const auto& count : simulation.count_until) count(now - Cycles{1});
}

/// What lies between two parts touches its lines.
void SampledThreads::warm(unsigned from, unsigned to) const {
  for (const RecordedInterval& interval : recording_->intervals()) {
    if (interval.first_group < from) continue;
    if (interval.first_group >= to) break;
    for (const TouchedLine& line : interval.lines)
      system_->warm(ByteAddress{line.number * kTouchedLineBytes}, line.use);
  }
}

SampleResult SampledThreads::finish(Cycles end) {
  SampleResult result{
      .stretches = plan_.stretches.size(), .groups = plan_.groups, .all_groups = threads_->groups(), .simulated = end};
  ends_.push_back(looks_->look(end));
  const StretchWeights weights{plan_};
  std::vector<WeightedSpan> spans;
  std::vector<double> chosen;  // cycles of the stretches between the first and the last
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const bool between = i != 0 && i + 1 != parts_.size();
    WeightedSpan span{begins_[i], ends_[i], between ? weights.weights()[i - 1] : 1};
    const Stretch& stretch = plan_.stretches[parts_[i].stretch];
    result.rows.push_back({stretch.first_group, stretch.groups, span.weight, looks_->cycles(span)});
    if (between) chosen.push_back(static_cast<double>(looks_->cycles(span)));
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
