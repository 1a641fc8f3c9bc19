// Growth of a run's statistics over time: looked at in equal intervals, whose length fits the run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_table.h"
#include "base/quantity.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// Kind of a row of a time table, that is of its value in each interval: a count, cycles of an account's category, a
/// quotient of two counts, or a histogram's mean (NaN where nothing happened).
enum class SeriesKind : std::uint8_t { kCounter, kAccount, kRatio, kMean };
EnumRows enum_rows(SeriesKind);

struct TimeTable {
  struct Row {
    std::string path;  // path as in the run's statistics: `slice.l3.reads`, `slice.l3.bank_0_cycles.busy`
    SeriesKind kind;
    std::string unit;
    std::vector<double> values;  // one per interval
  };
  std::vector<std::uint64_t> ends;  // cycle in which each interval ends; the first one starts at 0
  std::vector<Row> rows;            // rows in which something happens in some interval
};

/// Looks at all statistics at the end of each interval. The length of a run is not known before: when there are twice
/// as many intervals as asked for, every two neighbours become one. A look changes nothing; its cost is that of
/// copying.
class TimeSeries {
 public:
  /// Shortest interval: the machine takes about fifty times as long to simulate it as the look costs.
  static constexpr Cycles kShortest{256};

  /// @param intervals  fewest intervals of a run that is at least so many of the shortest intervals long
  TimeSeries(const StatisticsRegistry& statistics, std::uint32_t intervals, Cycles shortest = kShortest)
      : statistics_{statistics}, intervals_{intervals}, length_{shortest} {}

  /// End of the present interval.
  Cycles next() const { return last_ + length_; }

  /// Looks at the statistics: everything before next() has happened and is counted, and nothing later.
  void look();

  /// Ends the series: the run is over, and its accounts are closed.
  void finish(Cycles end);

  TimeTable table() const;

 private:
  /// Numbers of a statistic in a look: one of a counter, weight and sum of a histogram, subcycles of an account's
  /// categories.
  struct Place {
    const Statistic* statistic = nullptr;
    std::size_t first = 0;
  };
  using Look = std::vector<std::uint64_t>;

  void find_statistics();
  void look_at(Cycles now);
  void halve();
  static std::uint64_t number_in(const Look& look, std::size_t number) {
    return number < look.size() ? look[number] : 0;
  }
  std::uint64_t grown(std::size_t number, std::size_t interval) const;
  void add_rows(const std::string& path, const Place& place, TimeTable& table) const;
  void add_account(const std::string& path, const Place& place, TimeTable& table) const;

  const StatisticsRegistry& statistics_;
  std::uint32_t intervals_;
  Cycles length_;
  Cycles last_;  // time of the last look
  std::size_t known_ = 0;
  std::vector<Place> places_;
  std::size_t numbers_ = 0;
  std::vector<std::uint64_t> ends_;
  // numbers at the end of each interval; early looks lack those of statistics that came later
  std::vector<Look> looks_;
};

}  // namespace texpipe::machine
