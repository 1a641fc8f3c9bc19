#include "machine/sampler/sampler_statistics.h"

#include <bit>

#include "machine/cache/footprint_lines.h"
#include "machine/stage/stage_state.h"

namespace texpipe::machine {

FrontEndStatistics::FrontEndStatistics(StatisticsGroup& group)
    : cycles{group.account("cycles", "what the intake did, cycle by cycle", enum_rows(StageState{}))},
      messages{group.counter("messages", StatisticUnit::kMessages, "messages accepted")},
      subspans{
          group.counter("subspans", StatisticUnit::kSubspans, "2x2s of the messages, with at least one enabled pixel")},
      footprints{group.counter("footprints", StatisticUnit::kFootprints, "footprints that the messages need")},
      texels{group.counter("texels", StatisticUnit::kTexels, "texel accesses of all footprints")},
      pixels{group.counter("pixels", StatisticUnit::kPixels, "enabled pixels of the messages")},
      filter_work{group.counter("filter_work", StatisticUnit::kSubcycles,
                                "what the footprints cost the filter at its documented rates")},
      occupancy{group.histogram("occupancy", StatisticUnit::kMessages, "messages waiting, weighted by cycles")},
      anisotropy{group.histogram("anisotropy", StatisticUnit::kTaps, "largest taps per level of a subspan's pixels")},
      footprints_per_subspan{
          group.histogram("footprints_per_subspan", StatisticUnit::kFootprints, "footprints of a subspan")},
      message_cycles{group.counter("message_cycles", StatisticUnit::kCycles,
                                   "each message's cycles from its acceptance until its last footprint left")} {
  group.ratio("possible_rate", "texels per cycle that the filter's documented rates allow for this mix of footprints",
              pixels, filter_work, static_cast<double>(kSubcyclesPerCycle));
  occupancy.set_level(Cycles{}, 0);
}

void FrontEndStatistics::count(std::span<const functional::SubspanPlan> of_message,
                               const FilterIntervals& intervals) const {
  messages.add();
  for (const functional::SubspanPlan& subspan : of_message) {
    footprints.add(subspan.footprints.size());
    if (subspan.pixels == 0) continue;
    subspans.add();
    pixels.add(static_cast<std::uint64_t>(std::popcount(subspan.pixels)));
    anisotropy.add(subspan.anisotropy);
    footprints_per_subspan.add(subspan.footprints.size());
    for (const functional::Footprint& footprint : subspan.footprints) {
      texels.add(texels_of(footprint));
      filter_work.add(intervals(footprint).value());
    }
  }
}

WritebackStatistics::WritebackStatistics(StatisticsGroup& group)
    : cycles{group.account("cycles", "what the writeback bus did, cycle by cycle", enum_rows(StageState{}))},
      messages{group.counter("messages", StatisticUnit::kMessages, "responses sent")},
      bytes{group.counter("bytes", StatisticUnit::kBytes, "response registers sent, whole registers")},
      latency{group.histogram("latency", StatisticUnit::kCycles, "message accepted to response complete")},
      occupancy{group.histogram("occupancy", StatisticUnit::kMessages, "messages held, weighted by cycles")},
      message_cycles{group.counter("message_cycles", StatisticUnit::kCycles,
                                   "each message's cycles from its last footprint here to its response complete")} {
  occupancy.set_level(Cycles{}, 0);
}

}  // namespace texpipe::machine
