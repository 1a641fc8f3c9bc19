#include "study/sampled_run/sampled_threads.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "study/sampled_run/stretch_weights.h"
#include "timing/system/system.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kDataPortQueue = ".data_port.messages";
constexpr double kLeastSlowness = 0.5;  // of a stretch in which what was left before gets done

}  // namespace

double slowness(std::int64_t posted, std::uint64_t taken, std::uint64_t threads) {
  const double done = std::max(static_cast<double>(taken) - static_cast<double>(posted), static_cast<double>(threads));
  return std::max(1 + static_cast<double>(posted) / done, kLeastSlowness);
}

SampledThreads::SampledThreads(std::shared_ptr<const Recording> recording, SamplePlan plan,
                               std::unique_ptr<functional::ThreadSource> threads)
    : recording_{std::move(recording)}, plan_{std::move(plan)}, threads_{std::move(threads)} {
  const auto add = [this](std::size_t number, unsigned lead_in_groups) {
    const Stretch& stretch = plan_.stretches[number];
    const unsigned before = parts_.empty() ? 0 : parts_.back().end;
    const unsigned place = parts_.empty() ? 0 : parts_.back().place + (parts_.back().end - parts_.back().first);
    const unsigned lead_in = std::min(lead_in_groups, stretch.first_group - before);
    parts_.push_back(
        {place, stretch.first_group - lead_in, stretch.first_group, stretch.first_group + stretch.groups, number});
  };
  add(0, 0);
  for (const ChosenStretch& chosen : plan_.chosen) add(chosen.stretch, chosen.lead_in_groups);
  add(plan_.stretches.size() - 1, plan_.last_lead_in_groups);
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
    ends_.push_back(look_at_posted());
    ++part_;
    warm(parts_[part_ - 1].end, parts_[part_].first);
  }
  const Part& part = parts_[part_];
  if (place != part.place + (part.counted - part.first)) return;
  begins_.push_back(look_at_posted());
}

std::size_t SampledThreads::look_at_posted() const {
  const std::size_t number = look();
  posted_.push_back(posted());
  return number;
}

/// Messages that the data ports have taken and not answered.
std::uint64_t SampledThreads::posted() const {
  std::uint64_t messages = 0;
  for (const timing::QueueProbe& queue : system_->simulation().watchdog.probes()) {
    if (queue.name.ends_with(kDataPortQueue)) messages += queue.level();
  }
  return messages;
}

/// Warms caches for the groups between two simulated parts: they touch their lines.
void SampledThreads::warm(unsigned from, unsigned to) const {
  for (const RecordedInterval& interval : recording_->intervals()) {
    // An interval that reaches beyond these groups counts with as large a part of its lines as of its groups: lines are
    // in order.
    const auto lines_before = [&](unsigned group) -> std::size_t {
      if (group <= interval.first_group) return 0;
      return interval.lines.size() * std::min(group - interval.first_group, interval.groups) / interval.groups;
    };
    for (std::size_t i = lines_before(from), end = lines_before(to); i < end; ++i) {
      const TouchedLine& line = interval.lines[i];
      system_->warm(ByteAddress{line.number * kTouchedLineBytes}, line.use, line.groups);
    }
  }
}

SampleResult SampledThreads::finish(Cycles end) {
  SampleResult result{
      .stretches = plan_.stretches.size(), .groups = plan_.groups, .all_groups = threads_->groups(), .simulated = end};
  look_at_end(end);
  posted_.push_back(0);
  const StretchWeights weights{plan_};
  std::vector<WeightedSpan> spans;
  std::vector<double> chosen;  // cycles of the stretches between the first and the last
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const bool between = i != 0 && i + 1 != parts_.size();
    WeightedSpan span{begins_[i], ends_[i], between ? weights.weights()[i - 1] : 1};
    const Stretch& stretch = plan_.stretches[parts_[i].stretch];
    SampleResult::Row row{stretch.first_group, stretch.groups, span.weight, looks_->cycles(span)};
    row.steady_cycles = static_cast<double>(row.cycles);
    if (between) {
      row.posted = static_cast<std::int64_t>(posted_[span.to] - posted_[span.from]);
      span.slowness = slowness(row.posted, looks_->grown(looks_->counters(".data_port", "messages"), span),
                               std::uint64_t{stretch.groups} * threads_per_group());
      row.steady_cycles *= span.slowness;
      chosen.push_back(row.steady_cycles);
    }
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
