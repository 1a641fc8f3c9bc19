#include "timing/kernel/agenda.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace texpipe::timing {

void Wake::cancel() {
  if (due_ != kNone) agenda_.remove(*this);
}

Agenda::Agenda(sc_core::sc_module_name name, Clock& clock) : sc_module{name}, clock_{clock} {
  SC_METHOD(run);
  sensitive << event_;
  SC_METHOD(end_cycle);
  dont_initialize();
  sensitive << end_event_;
}

void Agenda::set(Wake& wake, Cycles when) {
  const Cycles now = clock_.now();
  when = std::max(when, now);
  if (wake.due_ <= when) return;
  if (wake.due_ != Wake::kNone) unlink(wake);
  wake.due_ = when;
  link(wake, now);
  if (!running_ && when < notified_) notify(when);
}

void Agenda::remove(Wake& wake) {
  unlink(wake);
  wake.due_ = Wake::kNone;
  if (running_) return;
  // The event may not stay behind for a wake that was removed: a run ends with its last event.
  const Cycles first = next(clock_.now());
  if (first == notified_) return;
  event_.cancel();
  notified_ = Wake::kNone;
  if (first != Wake::kNone) notify(first);
}

void Agenda::notify(Cycles when) {
  notified_ = when;
  clock_.notify(event_, when);
}

/// Runs the body of a process. SystemC would lose the type of an exception.
template <class Body>
void Agenda::guarded(Body&& body) {
  if (!listener_.failed) return body();
  try {
    body();
  } catch (...) {
    listener_.failed();
  }
}

void Agenda::run() {
  guarded([this] { run_due(); });
}

void Agenda::at_end_of_cycle(std::function<void()> call) {
  at_end_ = std::move(call);
  clock_.stay();  // only the kernel knows when nothing is left
  end_event_.notify(sc_core::SC_ZERO_TIME);
}

/// Waits, delta cycle by delta cycle, until it is the only process.
void Agenda::end_cycle() {
  if (sc_core::sc_pending_activity_at_current_time()) return end_event_.notify(sc_core::SC_ZERO_TIME);
  guarded(std::exchange(at_end_, {}));
}

void Agenda::run_due() {
  if (end_ahead_ != Cycles{}) clock_.run_ahead_to(end_ahead_);
  for (Cycles now = clock_.now();; now = clock_.now()) {
    run_cycle(now);
    const Cycles first = next(now);
    if (first == Wake::kNone) break;
    if (!clock_.run_ahead(first)) return notify(first);
  }
  if (listener_.idle) listener_.idle();
}

void Agenda::run_cycle(Cycles now) {
  running_ = true;
  notified_ = Wake::kNone;
  bring_near(now);
  List& due = near_[now.value() % kCycles];
  while (due.first != nullptr) {
    Wake& wake = pick(due);
    unlink(wake);
    wake.due_ = Wake::kNone;
    wake.call_.run(wake.call_.owner);
  }
  running_ = false;
}

/// Moves wakes whose times have come close enough into lists of their cycles.
void Agenda::bring_near(Cycles now) {
  // The bound may lie in the past, when the wake for which it stood was cancelled and nothing ran since.
  if (first_far_ >= now + Cycles{kCycles}) return;
  Wake* wake = far_.first;
  far_ = {};
  first_far_ = Wake::kNone;
  while (wake != nullptr) {
    Wake& moved = *wake;
    wake = wake->next_;
    link(moved, now);
  }
}

void Agenda::link(Wake& wake, Cycles now) {
  const bool is_far = wake.due_.value() - now.value() >= kCycles;
  const std::uint64_t place = wake.due_.value() % kCycles;
  List& list = is_far ? far_ : near_[place];
  if (is_far) {
    first_far_ = std::min(first_far_, wake.due_);
  } else {
    waiting_[place / 64] |= std::uint64_t{1} << place % 64;
  }
  wake.is_far_ = is_far;
  wake.previous_ = list.last;
  wake.next_ = nullptr;
  (list.last == nullptr ? list.first : list.last->next_) = &wake;
  list.last = &wake;
  ++list.count;
}

void Agenda::unlink(Wake& wake) {
  const std::uint64_t place = wake.due_.value() % kCycles;
  List& list = wake.is_far_ ? far_ : near_[place];
  (wake.previous_ == nullptr ? list.first : wake.previous_->next_) = wake.next_;
  (wake.next_ == nullptr ? list.last : wake.next_->previous_) = wake.previous_;
  --list.count;
  if (list.first != nullptr) return;
  if (wake.is_far_) {
    first_far_ = Wake::kNone;
  } else {
    waiting_[place / 64] &= ~(std::uint64_t{1} << place % 64);
  }
}

Wake& Agenda::pick(const List& list) {
  Wake* wake = list.first;
  for (std::uint64_t skipped = clock_.draw(list.count); skipped > 0; --skipped) wake = wake->next_;
  return *wake;
}

/// Time of the earliest wake.
Cycles Agenda::next(Cycles now) const {
  const std::uint64_t start = now.value() % kCycles;
  Cycles first = Wake::kNone;
  for (std::uint64_t word = 0; word <= waiting_.size() && first == Wake::kNone; ++word) {
    const std::uint64_t index = (start / 64 + word) % waiting_.size();
    const std::uint64_t from_start = ~std::uint64_t{0} << start % 64;
    std::uint64_t bits = waiting_[index];
    if (word == 0) bits &= from_start;
    if (word == waiting_.size()) bits &= ~from_start;
    if (bits == 0) continue;
    const std::uint64_t place = index * 64 + static_cast<unsigned>(std::countr_zero(bits));
    first = now + Cycles{(place + kCycles - start) % kCycles};
  }
  if (first < first_far_) return first;
  for (const Wake* wake = far_.first; wake != nullptr; wake = wake->next_) first = std::min(first, wake->due_);
  return first;
}

}  // namespace texpipe::timing
