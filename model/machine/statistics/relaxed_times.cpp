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

}  // namespace

SlotTimes::SlotTimes(std::uint64_t slots, std::initializer_list<Relaxed> relaxed) : slots_{slots} {
  for (const Relaxed& one : relaxed) more_.push_back({one, {}});
}

void SlotTimes::wait(RelaxedTimes& times, std::uint64_t count) const {
  const std::uint64_t number = taken_ + count - 1;
  if (number < slots_ || number - slots_ >= released_) return;
  std::array<double, 4> alone{};
  for (std::size_t i = 0; i < more_.size(); ++i) {
    const auto& [relaxed, releases] = more_[i];
    alone[i] = times.with(relaxed.cause);
    if (number >= relaxed.slots) alone[i] = std::max(alone[i], releases[(number - relaxed.slots) % relaxed.slots]);
  }
  times.join(releases_[number % slots_]);
  for (std::size_t i = 0; i < more_.size(); ++i) times.set(more_[i].relaxed.cause, alone[i]);
}

void SlotTimes::release(const RelaxedTimes& times) {
  const std::uint64_t number = released_++;
  put(releases_, slots_, number, times);
  for (More& more : more_) put(more.releases, more.relaxed.slots, number, times.with(more.relaxed.cause));
}

}  // namespace texpipe::machine
