// Statistics of a stage of the sampler.
#pragma once

#include <algorithm>

#include "machine/stage/stage_state.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

struct StageStatistics {
  explicit StageStatistics(StatisticsGroup& group)
      : cycles{group.account("cycles", "what the issue slot did, cycle by cycle", enum_rows(StageState{}))},
        passed{group.counter("footprints", StatisticUnit::kFootprints, "footprints that left the stage")},
        occupancy{group.histogram("occupancy", StatisticUnit::kEntries, "slots taken, weighted by cycles")},
        message_queued{group.counter("message_queued", StatisticUnit::kCycles,
                                     "each message's last footprint waited to issue, or on its way here")},
        message_working{group.counter("message_working", StatisticUnit::kCycles,
                                      "work and latency of each message's last footprint")},
        message_blocked{group.counter("message_blocked", StatisticUnit::kCycles,
                                      "each message's last footprint waited for those before it and the next stage")} {
    occupancy.set_level(Cycles{}, 0);
  }

  /// Adds the statistic of a stage whose footprints wait for lines, too.
  void waits_for_lines(StatisticsGroup& group) {
    message_missing = &group.counter("message_missing", StatisticUnit::kCycles,
                                     "each message's last footprint waited for lines that were missing");
  }

  /// Counts a message whose last footprint leaves at `left`. It left the stage before at `reached`, issued, could have
  /// left at `ready`, and had its lines at `lines_there`. So the times of all stages sum to the message's.
  /// @param add  adds cycles to a counter
  template <class Add>
  void count_message(Cycles reached, Cycles issued, Cycles ready, Cycles lines_there, Cycles left,
                     const Add& add) const {
    add(message_queued, issued - reached);
    add(message_working, ready - issued);
    const Cycles there = message_missing == nullptr ? ready : std::max(ready, lines_there);
    if (message_missing != nullptr) add(*message_missing, there - ready);
    add(message_blocked, left - there);
  }
  void count_message(Cycles reached, Cycles issued, Cycles ready, Cycles lines_there, Cycles left) const {
    count_message(reached, issued, ready, lines_there, left,
                  [](Counter& counter, Cycles cycles) { counter.add(cycles.value()); });
  }

  CycleAccount& cycles;
  Counter& passed;
  Histogram& occupancy;
  Counter& message_queued;
  Counter& message_working;
  Counter& message_blocked;
  Counter* message_missing = nullptr;
};

}  // namespace texpipe::machine
