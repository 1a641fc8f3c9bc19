#include "machine/statistics/relaxed_times.h"

namespace texpipe::machine {
namespace {

/// Into a place of a ring, which grows as it is first filled.
template <class T>
void put(std::vector<T>& ring, std::uint64_t place, const T& value) {
  if (ring.size() == place) {
    ring.push_back(value);
  } else {
    ring[place] = value;
  }
}

constexpr std::size_t kMostRuns = 4 + AbsentIn::kCount;  // that a wait tells apart

}  // namespace

SlotTimes::SlotTimes(std::uint64_t slots, const std::vector<Relaxed>& relaxed, const Relaxations& relaxations)
    : slots_{slots}, traced_{relaxations.any()} {
  for (const Relaxed& one : relaxed) more_.push_back({one, {}});
}

SlotTimes::SlotTimes(std::uint64_t slots, Cause cause, const Relaxations& relaxations, Order order)
    : SlotTimes{slots, relaxed(slots, cause, relaxations), relaxations} {
  order_ = order;
  const Cause unit = row_of(cause).unit;
  if (unit == Cause::kNone) return;
  for (const Relaxed& one : relaxed(slots, unit, relaxations)) more_.push_back({one, {}});
}

std::vector<SlotTimes::Relaxed> SlotTimes::relaxed(std::uint64_t slots, Cause cause, const Relaxations& relaxations,
                                                   std::uint64_t beyond) {
  std::vector<Relaxed> all{{cause, relaxations.capacity(cause, slots) + beyond}};
  if (const Cause twice = relaxations.twice(cause); twice != Cause::kNone) all.push_back({twice, 2 * slots + beyond});
  return all;
}

/// Up to now nothing was absent.
void SlotTimes::follow(AbsentIn absent) {
  absent.for_each([this](Cause cause) {
    for (const Present& present : present_) {
      if (present.cause == cause) return;
    }
    Present& present = present_.emplace_back(Present{cause, taken_, released_, take_place_, release_place_, {}});
    const std::uint64_t known = std::min(released_, slots_);
    for (std::uint64_t i = 0; i < known; ++i) present.releases.push_back(releases_[i].with(cause));
  });
}

void SlotTimes::wait(RelaxedTimes& times, std::uint64_t count, AbsentIn unneeded) const {
  const std::uint64_t number = taken_ + count - 1;
  if (number < slots_ || number - slots_ >= released_) return;
  const RelaxedTimes& release = releases_[count == 1 ? take_place_ : number % slots_];
  const bool held = release.at() >= times.at();
  if (order_ == Order::kAsItComes && !held) return;
  struct Alone {
    Cause cause;
    double time;
  };
  std::array<Alone, kMostRuns> alone;
  std::size_t runs = 0;
  const auto goes_on = [&](Cause cause, bool waits, double until) {
    const double own = times.with(cause);
    const bool later = waits && until > own;
    if (held) {
      alone[runs++] = {cause, later ? until : own};
    } else if (later) {
      times.set(cause, until);
    }
  };
  for (const More& more : more_) {
    const bool full = number >= more.relaxed.slots;
    if (!full && !held) continue;
    goes_on(more.relaxed.cause, full,
            full ? more.releases[count == 1 ? more.taken : number % more.relaxed.slots] : 0.0);
  }
  for (const Present& present : present_) {
    const std::uint64_t taken = present.taken + count - 1;
    const bool waits = !unneeded.has(present.cause) && taken >= slots_ && taken - slots_ < present.released;
    goes_on(present.cause, waits, waits ? present.releases[count == 1 ? present.take_place : taken % slots_] : 0.0);
  }
  if (!held) return;
  times.join(release);
  for (std::size_t i = 0; i < runs; ++i) times.set(alone[i].cause, alone[i].time);
}

void SlotTimes::released() {
  if (!traced_) return;
  const RelaxedTimes& times = releases_[release_place_];
  ++released_;
  step(release_place_, slots_);
  for (More& more : more_) {
    put(more.releases, more.released, times.with(more.relaxed.cause));
    step(more.released, more.relaxed.slots);
  }
  for (Present& present : present_) {
    if (times.absent().has(present.cause)) continue;
    put(present.releases, present.release_place, times.with(present.cause));
    ++present.released;
    step(present.release_place, slots_);
  }
}

}  // namespace texpipe::machine
