// How a piece of work came to be where it is: the chain of what it waited for last, back to the start of the run.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/quantity.h"
#include "machine/statistics/cause.h"

namespace texpipe::machine {

/// How far a cause's parameters lie off their defaults to the worse, as a factor; 1 at the defaults.
using CauseStrains = std::array<double, kCauses>;

/// The cycles from 0 to at(), by cause: their sum is at(). Every unit extends the path of what passes it. Work that
/// waits for what other work holds goes on with the other's path when that lets go, because nothing that it did before
/// mattered: so the path of what happens last in a run is the run's critical path.
class CausePath {
 public:
  Cycles at() const { return at_; }
  std::uint64_t cycles(Cause cause) const { return cycles_[index_of(cause)]; }

  /// The cycles up to `until`, when that is later than at(), went to `cause`.
  void spend(Cause cause, Cycles until) {
    if (until <= at_) return;
    cycles_[index_of(cause)] += static_cast<std::uint32_t>((until - at_).value());
    at_ = until;
  }

  /// Work that waited (at() before `now`) for something that `holder` let go of.
  void follow(const CausePath& holder, Cycles now) {
    if (at_ < now && holder.at_ > at_ && holder.at_ <= now) *this = holder;
  }

  /// Moves at most `cycles` from one cause to another.
  void move(Cause from, Cause to, Cycles cycles) {
    const auto moved = static_cast<std::uint32_t>(std::min<std::uint64_t>(cycles_[index_of(from)], cycles.value()));
    cycles_[index_of(from)] -= moved;
    cycles_[index_of(to)] += moved;
  }

  /// What let go now was taken at `begun`: of the time that it was held, latencies become the fault of the capacity.
  /// Both together set the rate (capacity / latency), and either would help. The latency is named where a single one
  /// makes three quarters of the time and lies further off its default than the capacity does.
  void blame(const CausePath& begun, Cause capacity, const CauseStrains& strains);

  /// For the choice between paths that end at one time, so that it does not depend on the order of processes.
  bool beats(const CausePath& other) const { return at_ != other.at_ ? at_ > other.at_ : cycles_ > other.cycles_; }

 private:
  Cycles at_;
  std::array<std::uint32_t, kCauses> cycles_{};  // modulo 2^32
};

}  // namespace texpipe::machine
