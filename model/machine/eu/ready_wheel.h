// Times at which the threads of an EU become ready.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/quantity.h"
#include "machine/stage/never.h"

namespace texpipe::machine {

/// Set of slots, a bit each.
using SlotSet = std::uint64_t;

constexpr SlotSet slot_bit(unsigned slot) {
  return SlotSet{1} << slot;
}

/// Calls `f` with the number of each slot.
template <class F>
void for_each_slot(SlotSet slots, F&& f) {
  for (; slots != 0; slots &= slots - 1) f(static_cast<unsigned>(std::countr_zero(slots)));
}

/// The times at which slots become ready; each slot is in the wheel at most once. Times of the next cycles stand in a
/// wheel, a set of slots for each cycle; few slots have times farther away.
class ReadyWheel {
 public:
  /// Adds a slot, which is not in the wheel. It becomes ready at `when`, which is after the cycle that was taken last.
  void add(unsigned slot, Cycles when) {
    if ((when - taken_).value() < kCycles) {
      const unsigned place = when.value() % kCycles;
      near_[place] |= slot_bit(slot);
      waiting_ |= std::uint64_t{1} << place;
    } else {
      far_ |= slot_bit(slot);
      far_times_[slot] = when;
      first_far_ = std::min(first_far_, when);
    }
  }

  /// Takes out the slots of cycle `now`. Those of all earlier cycles must have been taken.
  SlotSet take(Cycles now) {
    const unsigned place = now.value() % kCycles;
    SlotSet slots = near_[place];
    near_[place] = 0;
    waiting_ &= ~(std::uint64_t{1} << place);
    taken_ = now;
    if (first_far_ <= now) [[unlikely]]
      slots |= take_far(now);
    return slots;
  }

  /// Moves on to cycle `now`. It and those before it have no slots, or they have been taken.
  void pass(Cycles now) { taken_ = now; }

  /// Time at which the next slot becomes ready; kNever: there is none.
  Cycles next() const {
    if (waiting_ == 0) return first_far_;
    const unsigned start = (taken_.value() + 1) % kCycles;
    const auto ahead = static_cast<unsigned>(std::countr_zero(std::rotr(waiting_, static_cast<int>(start))));
    return std::min(first_far_, taken_ + Cycles{1 + ahead});
  }

 private:
  static constexpr std::uint64_t kCycles = 64;

  SlotSet take_far(Cycles now) {
    SlotSet slots = 0;
    first_far_ = kNever;
    for_each_slot(far_, [&](unsigned slot) {
      if (far_times_[slot] <= now) {
        slots |= slot_bit(slot);
      } else {
        first_far_ = std::min(first_far_, far_times_[slot]);
      }
    });
    far_ &= ~slots;
    return slots;
  }

  std::array<SlotSet, kCycles> near_{};  // by cycle, for cycles in (taken_, taken_ + kCycles)
  std::uint64_t waiting_ = 0;            // bit by place in near_: whether its set has a slot
  SlotSet far_ = 0;
  std::array<Cycles, 64> far_times_{};
  Cycles first_far_ = kNever;
  Cycles taken_;
};

}  // namespace texpipe::machine
