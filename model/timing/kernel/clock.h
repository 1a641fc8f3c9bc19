// Time: whole cycles of one GPU clock, and their SystemC representation.
#pragma once

#include <algorithm>
#include <cstdint>

#include <systemc>

#include "base/quantity.h"

namespace texpipe::timing {

/// The GPU clock of one simulation. A cycle is the clock's period rounded to the SystemC resolution (1 ps); every time
/// at which a block of texpipe acts is a multiple of it. Seconds in reports come from cycles and the exact frequency,
/// never from sc_time.
///
/// A clock with a shuffle seed lets the processes of a cycle run in an order drawn from the seed: the agenda draws its
/// wakes, and each process with an event of its own wakes at a random moment of the cycle's first half. Times in cycles
/// must not change by it, and tests hold the model to that. Modules with times of their own between the edges have no
/// place in a shuffled simulation.
///
/// Belongs to the simulation context in which it is made.
class Clock {
 public:
  explicit Clock(Frequency frequency, std::uint64_t shuffle_seed = 0)
      : frequency_{frequency},
        period_{sc_core::sc_time::from_value((kPicosecondsPerSecond + frequency.value() / 2) / frequency.value())},
        shuffle_{shuffle_seed},
        kernel_{&sc_core::sc_time_stamp()} {}
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  Frequency frequency() const { return frequency_; }
  const sc_core::sc_time& period() const { return period_; }

  /// Present cycle. At a time between two edges (a foreign module may act there) the earlier one.
  Cycles now() const {
    if (const std::uint64_t moment = kernel_->value(); moment > told_) {
      told_ = moment;
      cycle_ = Cycles{moment / period_.value()};
    }
    return cycle_;
  }

  /// Allows the agenda to take cycles before `end` without the kernel, whose time is then behind. Only for machines
  /// without modules of somebody else's, who might ask for the kernel's time. Does not go beyond the kernel's next
  /// event.
  void run_ahead_to(Cycles end) {
    using namespace sc_core;
    if (sc_pending_activity_at_current_time()) return stay();
    end_ahead_ = end;
    if (sc_pending_activity_at_future_time())
      end_ahead_ = std::min(end_ahead_, covering(*kernel_ + sc_time_to_pending_activity()));
  }
  void stay() { end_ahead_ = {}; }

  /// Time by which the present cycle is ahead of the kernel.
  sc_core::sc_time ahead() const {
    const std::uint64_t kernel = kernel_->value();
    return sc_core::sc_time::from_value(told_ > kernel ? told_ - kernel : 0);
  }

  /// Moves on to a later cycle without the kernel. Returns false when the kernel has to do it.
  bool run_ahead(Cycles when) {
    if (when >= end_ahead_) return false;
    told_ = when.value() * period_.value();
    cycle_ = when;
    return true;
  }

  sc_core::sc_time span(Cycles cycles) const { return sc_core::sc_time::from_value(cycles.value() * period_.value()); }

  /// Cycles that cover a SystemC time, rounded up.
  Cycles covering(const sc_core::sc_time& time) const {
    return Cycles{(time.value() + period_.value() - 1) / period_.value()};
  }

  /// Cycle in which an event `delay` from now takes effect: the edge at that time, or the next one.
  Cycles edge_after(const sc_core::sc_time& delay) const {
    if (delay == sc_core::SC_ZERO_TIME && (shuffle_ != 0 || span(now()) == present())) return now();
    return covering(present() + delay);
  }

  /// Notifies `event` at cycle `when`, or in the next delta cycle when that is now or past. Of several notifications of
  /// an event SystemC keeps the earliest.
  void notify(sc_core::sc_event& event, Cycles when) const {
    const sc_core::sc_time target = shuffle_ == 0 ? span(when) : span(when) + moment();
    end_ahead_ = std::min(end_ahead_, when);
    if (target > *kernel_ && when > now()) {
      event.notify(target - *kernel_);
    } else {
      event.notify(sc_core::SC_ZERO_TIME);
    }
  }

  /// Index, below `count`, of the one that goes first: 0, unless the clock shuffles.
  std::uint64_t draw(std::uint64_t count) const { return shuffle_ == 0 ? 0 : random() % count; }

 private:
  /// The kernel's time, or the cycle that the agenda is at, ahead of it.
  sc_core::sc_time present() const {
    now();
    return sc_core::sc_time::from_value(told_);
  }

  static constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;

  /// Linear congruence with Knuth's MMIX constants, high bits.
  std::uint64_t random() const {
    shuffle_ = shuffle_ * 6364136223846793005u + 1442695040888963407u;
    return shuffle_ >> 33;
  }

  /// Random moment in the first half of a cycle.
  sc_core::sc_time moment() const { return sc_core::sc_time::from_value(random() % (period_.value() / 2)); }

  Frequency frequency_;
  sc_core::sc_time period_;
  mutable std::uint64_t shuffle_;   // state of the generator; 0: no shuffling
  const sc_core::sc_time* kernel_;  // the kernel's time
  mutable std::uint64_t told_ = 0;  // the kernel's time or the agenda's, for which cycle_ is
  mutable Cycles cycle_;
  mutable Cycles end_ahead_;  // cycles before it are taken without the kernel
};

}  // namespace texpipe::timing
