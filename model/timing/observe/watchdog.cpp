#include "timing/observe/watchdog.h"

#include <algorithm>

#include "machine/statistics/statistics.h"

namespace texpipe::timing {

void Requester::asked() {
  watchdog_->progress_at_ = watchdog_->clock_.now();
  if (waiting_++ == 0) progress();
  if (watchdog_->waiting_++ == 0) watchdog_->arm();
}

void Requester::answered() {
  --waiting_;
  watchdog_->progress_at_ = watchdog_->clock_.now();
  ++watchdog_->answers_;
  progress();
  if (--watchdog_->waiting_ == 0) watchdog_->disarm();
}

void Requester::progress() {
  progress_at_ = watchdog_->progress_at_;
  progress_count_ = watchdog_->answers_;
}

Watchdog::Watchdog(sc_core::sc_module_name name, const Clock& clock, Cycles limit)
    : sc_module{name}, clock_{clock}, limit_{limit} {
  SC_METHOD(look);
  sensitive << timer_;
  dont_initialize();
}

Requester& Watchdog::requester(std::string name) {
  return requesters_.emplace_back(*this, std::move(name));
}

void Watchdog::arm() {
  if (armed_ || limit_ == Cycles{}) return;
  armed_ = true;
  clock_.notify(timer_, clock_.now() + limit_);
}

// A pending timer would keep the simulation alive when all work is done.
void Watchdog::disarm() {
  armed_ = false;
  timer_.cancel();
}

void Watchdog::look() {
  armed_ = false;
  if (waiting_ == 0) return;
  const std::string limit = std::to_string(limit_.value()) + " cycles", now = std::to_string(clock_.now().value());
  if (clock_.now() - progress_at_ >= limit_) {
    report_ = "no progress for " + limit + " at cycle " + now + ":\n";
  } else if (std::any_of(requesters_.begin(), requesters_.end(), [&](const Requester& r) { return starves(r); })) {
    report_ = "a unit starves: no answer for " + limit + " at cycle " + now + ", while others get theirs:\n";
  } else {
    return arm();
  }
  report_ += waiting_text() + "queues:\n" + queues();
  sc_core::sc_pause();
}

bool Watchdog::starves(const Requester& requester) const {
  return is_late(requester) && answers_ - requester.progress_count() >= kStarvation * limit_.value();
}

bool Watchdog::is_late(const Requester& requester) const {
  return requester.waiting() > 0 && clock_.now() - requester.progress_at() >= limit_;
}

std::string Watchdog::waiting_text() const {
  std::string text;
  for (const Requester& requester : requesters_) {
    if (!is_late(requester)) continue;
    text += "  " + requester.name() + " waits for " + std::to_string(requester.waiting()) + " answers since cycle " +
            std::to_string(requester.progress_at().value()) + "\n";
  }
  return text;
}

std::string Watchdog::queues() const {
  std::vector<const QueueProbe*> sorted;
  for (const QueueProbe& queue : queues_) sorted.push_back(&queue);
  std::sort(sorted.begin(), sorted.end(),
            [](const QueueProbe* a, const QueueProbe* b) { return machine::PathOrder{}(a->name, b->name); });
  // Queues that hold something tell most, so they come first.
  std::stable_partition(sorted.begin(), sorted.end(), [](const QueueProbe* queue) { return queue->level() > 0; });
  std::string text;
  for (const QueueProbe* queue : sorted) {
    const std::uint64_t level = queue->level();
    if (level == 0 && !queue->shown_empty) continue;
    text += "  " + queue->name + " " + std::to_string(level) +
            (queue->capacity == 0 ? "" : "/" + std::to_string(queue->capacity));
    if (level > 0) text += ", head: " + queue->head();
    text += "\n";
  }
  return text;
}

}  // namespace texpipe::timing
