// What a stage of the sampler counts.
#pragma once

#include "machine/stage/stage_state.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

struct StageStatistics {
  explicit StageStatistics(StatisticsGroup& group)
      : cycles{group.account("cycles", "what the issue slot did, cycle by cycle", enum_rows(StageState{}))},
        passed{group.counter("footprints", StatisticUnit::kFootprints, "footprints that left the stage")},
        occupancy{group.histogram("occupancy", StatisticUnit::kEntries, "slots taken, weighted by cycles")} {
    occupancy.set_level(Cycles{}, 0);
  }

  CycleAccount& cycles;
  Counter& passed;
  Histogram& occupancy;
};

}  // namespace texpipe::machine
