// Account of waiting for lines: what the oldest entry of a unit waits for, cycle by cycle, while lines are missing.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "machine/cache/line_path.h"
#include "machine/stage/never.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// Levels between a unit and memory where lines may be that it waits for.
struct LineLevels {
  bool l1 = true;  // the unit is a sampler
  bool tlb = true;
  bool crossbar = true;  // L3 is divided into slices
  CacheSet caches = CacheSet{}.set();
};

/// Cycles of the oldest entry's waits, by the places of the line that it waited for. A wait is told when it is over, in
/// the order of time, because the places of a line are known only then. The cycles of all places, and those without a
/// wait, sum to the run's.
class LineWaits {
 public:
  /// @param description  of the account `line_wait_cycles`, whose categories are the places in these levels
  LineWaits(StatisticsGroup& group, const LineLevels& levels, std::string description);

  /// In [from, until) a line was missing, which came at `until` by this path. Nothing else was waited for since the
  /// wait before; empty spans are left out.
  void wait(Cycles from, Cycles until, const LinePath& path) {
    if (from >= until) return;
    if (until >= look_) [[unlikely]]
      return early_.push_back({from, until, path});
    idle_until(from);
    path.for_each(from, until, [this](LinePlace place, Cycles begin, Cycles end) { charge(place, end - begin); });
    told_ = until;
  }
  void wait(Cycles from, Cycles until, LinePlace place) {
    if (from >= until) return;
    if (until >= look_) [[unlikely]]
      return early_.push_back({from, until, place});
    idle_until(from);
    charge(place, until - from);
    told_ = until;
  }

  /// Waits that a recurrence tells early, and that are not over before cycle `look`, are kept back until
  /// count_before().
  void look_at(Cycles look) { look_ = look; }

  /// Counts the waits that were over before `end`; kNever: all of them.
  /// @param since  begin of a wait that goes on and has not been told; kNever: there is none
  void count_before(Cycles end, Cycles since = kNever);

  /// Counts everything that was told. No wait that began before `until` may be missing.
  void count_known(Cycles until);

 private:
  struct Wait {
    Cycles from, until;
    std::variant<LinePath, LinePlace> where;
  };

  void idle_until(Cycles from) {
    idle_ += (from - told_).value();
    told_ = from;
  }
  void charge(LinePlace place, Cycles cycles) { parts_[static_cast<std::size_t>(place)] += cycles.value(); }

  CycleAccount& account_;
  std::array<std::uint64_t, kLinePlaces> parts_{};  // cycles by place
  std::uint64_t idle_ = 0;
  Cycles told_;
  Cycles look_ = kNever;
  std::vector<Wait> early_;                           // waits that were kept back, in the order of time
  std::array<std::uint8_t, kLinePlaces> category_{};  // by place: its category in the account
};

}  // namespace texpipe::machine
