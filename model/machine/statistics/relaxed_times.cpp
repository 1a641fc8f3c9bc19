#include "machine/statistics/relaxed_times.h"

namespace texpipe::machine {
namespace {

/// Element `number` of a ring of at most `size` elements, which grows as it is first filled.
template <class T>
void put(std::vector<T>& ring, std::uint64_t size, std::uint64_t number, const T& value) {
  if (ring.size() < size && ring.size() == number) {
    ring.push_back(value);
  } else {
    ring[number % size] = value;
  }
}

constexpr std::size_t kMostRuns = 2 + AbsentIn::kCount;  // that a wait tells apart

}  // namespace

SlotTimes::SlotTimes(std::uint64_t slots, std::initializer_list<Relaxed> relaxed) : slots_{slots} {
  for (const Relaxed& one : relaxed) more_.push_back({one, {}});
}

SlotTimes::SlotTimes(std::uint64_t slots, Cause cause, const Relaxations& relaxations, Order order)
    : SlotTimes{slots, {{cause, relaxations.capacity(cause, slots)}}} {
  order_ = order;
  const Cause unit = row_of(cause).unit;
  if (unit != Cause::kNone) more_.push_back({{unit, relaxations.capacity(unit, slots)}, {}});
}

/// Up to now nothing was absent.
void SlotTimes::follow(AbsentIn absent) {
  absent.for_each([this](Cause cause) {
    for (const Present& present : present_) {
      if (present.cause == cause) return;
    }
    Present& present = present_.emplace_back(Present{cause, taken_, released_, {}});
    for (const RelaxedTimes& release : releases_) present.releases.push_back(release.with(cause));
  });
}

void SlotTimes::wait(RelaxedTimes& times, std::uint64_t count, AbsentIn unneeded) const {
  const std::uint64_t number = taken_ + count - 1;
  if (number < slots_ || number - slots_ >= released_) return;
  if (order_ == Order::kAsItComes && releases_[number % slots_].at() < times.at()) return;
  struct Alone {
    Cause cause;
    double time;
  };
  std::array<Alone, kMostRuns> alone;
  std::size_t runs = 0;
  for (const auto& [relaxed, releases] : more_) {
    Alone& run = alone[runs++] = {relaxed.cause, times.with(relaxed.cause)};
    if (number < relaxed.slots) continue;
    const Release& release = releases[number % relaxed.slots];
    if (order_ == Order::kOne || release.at >= times.at()) run.time = std::max(run.time, release.relaxed);
  }
  for (const Present& present : present_) {
    Alone& run = alone[runs++] = {present.cause, times.with(present.cause)};
    const std::uint64_t taken = present.taken + count - 1;
    if (unneeded.has(present.cause) || taken < slots_ || taken - slots_ >= present.released) continue;
    run.time = std::max(run.time, present.releases[taken % slots_]);
  }
  times.join(releases_[number % slots_]);
  for (std::size_t i = 0; i < runs; ++i) times.set(alone[i].cause, alone[i].time);
}

void SlotTimes::release(const RelaxedTimes& times) {
  const std::uint64_t number = released_++;
  put(releases_, slots_, number, times);
  for (More& more : more_) {
    put(more.releases, more.relaxed.slots, number, Release{times.at(), times.with(more.relaxed.cause)});
  }
  for (Present& present : present_) {
    if (times.absent().has(present.cause)) continue;
    put(present.releases, slots_, present.released++, times.with(present.cause));
  }
}

}  // namespace texpipe::machine
