// Times at which a unit can take its next work. Intervals may be fractions of a cycle.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/fraction.h"
#include "base/quantity.h"

namespace texpipe::machine {

using Subcycles = Quantity<struct SubcyclesUnit>;

/// Subcycles of a cycle: 2^10 x 9 x 5 x 7 x 11 x 13. Intervals of rates whose numerator divides it are exact, so those
/// of 1 to 16 per cycle, of powers of two up to 1024 and of their quotients by any whole number.
inline constexpr std::uint64_t kSubcyclesPerCycle = 46'126'080;

constexpr Subcycles subcycles(Cycles cycles) {
  return Subcycles{cycles.value() * kSubcyclesPerCycle};
}

/// Time of `amount` units of work at `per_cycle` units per cycle, rounded up to a subcycle. @param per_cycle  above 0
constexpr Subcycles work_at_rate(std::uint64_t amount, Fraction per_cycle) {
  const unsigned __int128 work = static_cast<unsigned __int128>(amount) * kSubcyclesPerCycle * per_cycle.denominator();
  return Subcycles{static_cast<std::uint64_t>((work + per_cycle.numerator() - 1) / per_cycle.numerator())};
}

/// Number of cycles that contain any part of a span that starts on an edge.
constexpr Cycles cycles_touched(Subcycles span) {
  return Cycles{(span.value() + kSubcyclesPerCycle - 1) / kSubcyclesPerCycle};
}

/// A unit that works on one item at a time. Items start in the cycle that contains the moment at which the unit becomes
/// free, so that a unit with an interval of half a cycle takes two items in each cycle.
class IssueSlot {
 public:
  /// First cycle, `now` or later, in which an item can start.
  Cycles earliest(Cycles now) const { return std::max(now, Cycles{free_at_.value() / kSubcyclesPerCycle}); }

  /// Starts an item at `now`, which is earliest(now). Returns the moment at which its work begins.
  Subcycles claim(Cycles now, Subcycles interval) {
    const Subcycles begin = std::max(free_at_, subcycles(now));
    free_at_ = begin + interval;
    return begin;
  }

  /// The moment at which the last item's work ends.
  Subcycles free_at() const { return free_at_; }

  /// First cycle without work after the last item.
  Cycles busy_until() const { return cycles_touched(free_at_); }

  /// Last cycle with work; `now` when the last item cost nothing. To be called after claim().
  Cycles last_busy(Cycles now) const { return std::max(busy_until(), now + Cycles{1}) - Cycles{1}; }

 private:
  Subcycles free_at_;
};

}  // namespace texpipe::machine
