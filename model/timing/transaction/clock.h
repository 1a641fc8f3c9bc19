// Time: whole cycles of one GPU clock, and their SystemC representation.
#pragma once

#include <systemc>

#include "base/quantity.h"

namespace texpipe::timing {

/// The GPU clock of one simulation. A cycle is the clock's period rounded to the SystemC resolution (1 ps); every time
/// at which a block of texpipe acts is a multiple of it. Seconds in reports come from cycles and the exact frequency,
/// never from sc_time.
class Clock {
 public:
  explicit Clock(Frequency frequency)
      : frequency_{frequency},
        period_{sc_core::sc_time::from_value((kPicosecondsPerSecond + frequency.value() / 2) / frequency.value())} {}

  Frequency frequency() const { return frequency_; }
  const sc_core::sc_time& period() const { return period_; }

  /// Present cycle. At a time between two edges (a foreign module may act there) the earlier one.
  Cycles now() const { return Cycles{sc_core::sc_time_stamp().value() / period_.value()}; }

  /// Present cycle, or the next edge when the present time lies between two.
  Cycles next_edge() const { return covering(sc_core::sc_time_stamp()); }

  sc_core::sc_time span(Cycles cycles) const { return sc_core::sc_time::from_value(cycles.value() * period_.value()); }

  /// Cycles that cover a SystemC time, rounded up.
  Cycles covering(const sc_core::sc_time& time) const {
    return Cycles{(time.value() + period_.value() - 1) / period_.value()};
  }

  /// Notifies `event` at cycle `when`, or in the next delta cycle when that is now or past. SystemC keeps the earliest
  /// of an event's notifications.
  void notify(sc_core::sc_event& event, Cycles when) const {
    const sc_core::sc_time target = span(when);
    const sc_core::sc_time& present = sc_core::sc_time_stamp();
    if (target > present) {
      event.notify(target - present);
    } else {
      event.notify(sc_core::SC_ZERO_TIME);
    }
  }

 private:
  static constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;

  Frequency frequency_;
  sc_core::sc_time period_;
};

}  // namespace texpipe::timing
