// What the oldest entry of a unit waits for, cycle by cycle, while lines are missing: the account of waiting for lines.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "machine/cache/line_path.h"
#include "machine/stage/never.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// Where lines may be that somebody waits for, besides memory.
struct LineLevels {
  bool l1 = true;  // who waits is a sampler
  bool tlb = true;
  CacheSet caches = CacheSet{}.set();
};

/// Told when a wait is over, in the order of time: where a line was is known only then. The cycles of all places, and
/// those without a wait, sum to the run's.
class LineWaits {
 public:
  /// @param description  of the account, `line_wait_cycles`, which has the categories of these levels
  LineWaits(StatisticsGroup& group, const LineLevels& levels, std::string description);

  /// In [from, until) a line was missing that came at `until` by this path. Nothing else was waited for since the wait
  /// before; empty spans are left out.
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

  /// Waits that a recurrence knows before their time, and that are not over before this cycle, count later.
  void look_at(Cycles look) { look_ = look; }

  /// Counts the waits that were over before `end`. kNever: all.
  /// @param since  there is a wait that began then and has not been told; kNever: none
  void count_before(Cycles end, Cycles since = kNever);

  /// Counts what is known: there is no wait before `until` that has not been told.
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
  std::array<std::uint64_t, kLinePlaces> parts_{};  // cycles
  std::uint64_t idle_ = 0;
  Cycles told_;
  Cycles look_ = kNever;
  std::vector<Wait> early_;  // in the order of time
  std::array<std::uint8_t, kLinePlaces> category_{};  // in the account
};

}  // namespace texpipe::machine
