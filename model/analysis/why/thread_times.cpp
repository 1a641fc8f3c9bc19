#include "analysis/why/thread_times.h"

#include <fmt/format.h>

namespace texpipe::study {

void ThreadTimesRecorder::listen(timing::Simulation& simulation) {
  if (asked_.empty()) return;
  events_ = &simulation.events;
  simulation.events.add(*this);
}

void ThreadTimesRecorder::on(const timing::ThreadEvent& event) {
  if (trail_ == nullptr || trail_->phases() == 0) return;
  const std::string place = fmt::format("{}.eu[{}].thread[{}]", events_->subslice_path(event.place->subslice),
                                        event.place->eu, event.place->thread);
  if (event.ended) {
    const auto running = running_.find(place);
    if (running == running_.end()) return;
    times_[running->second].ended = event.time;
    running_.erase(running);
    return;
  }
  const std::uint64_t number = trail_->number_of(event.group, event.thread);
  if (!asked_.contains(number)) return;
  times_[number] = {.place = place, .started = event.time, .ended = event.time};
  running_[place] = number;
}

}  // namespace texpipe::study
