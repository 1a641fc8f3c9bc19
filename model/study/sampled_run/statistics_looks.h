// The statistics of a machine at moments of a run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "machine/statistics/statistics.h"

namespace texpipe::study {

/// Part of a run between two looks, and how often it counts.
struct WeightedSpan {
  std::size_t from = 0;
  std::size_t to = 0;
  double weight = 1;
  double slowness = 1;  // cycles that it stands for, per cycle of its own
};

class StatisticsLooks {
 public:
  explicit StatisticsLooks(const machine::StatisticsRegistry& statistics) : statistics_{statistics} {}

  /// Everything before `now` has been counted.
  /// @returns the look's number
  std::size_t look(Cycles now);

  Cycles at(std::size_t look) const { return looks_[look].at; }
  std::uint64_t cycles(const WeightedSpan& span) const { return (at(span.to) - at(span.from)).value(); }

  /// Statistics that the whole run would have counted, from spans of it. Counts made at the end of a run belong to the
  /// last span.
  machine::StatisticsRegistry extrapolated(const std::vector<WeightedSpan>& spans, Cycles end) const;

  /// Counters of all groups whose path, behind a dot, ends so, as grown() takes them.
  std::vector<std::size_t> counters(std::string_view path_end, std::string_view name) const;
  /// The counters themselves.
  std::vector<const machine::Counter*> found(std::string_view path_end, std::string_view name) const;
  /// Growth of counters in a span, together.
  std::uint64_t grown(const std::vector<std::size_t>& counters, const WeightedSpan& span) const;

 private:
  using Buckets = std::vector<machine::Histogram::Bucket>;
  struct Look {
    Cycles at;
    std::vector<std::uint64_t> numbers;                   // of statistics that came later: none
    std::vector<std::shared_ptr<const Buckets>> buckets;  // shared with the look before, unless they have grown
  };
  /// Numbers of a statistic: one of a counter, weight and sum of a histogram, subcycles of an account's categories.
  struct Place {
    std::size_t number = 0;
    std::size_t histogram = 0;
  };

  void find_statistics();
  std::vector<const machine::Statistic*> matching(std::string_view path_end, std::string_view name) const;
  std::shared_ptr<const Buckets> buckets_of(const machine::Histogram& histogram, std::size_t number) const;
  std::uint64_t number(std::size_t look, std::size_t index) const {
    return index < looks_[look].numbers.size() ? looks_[look].numbers[index] : 0;
  }
  double sum(const std::vector<WeightedSpan>& spans, std::size_t number, bool cycles = false) const;
  void add_histogram(const std::vector<WeightedSpan>& spans, const Place& place, machine::Histogram& histogram) const;

  const machine::StatisticsRegistry& statistics_;
  std::vector<const machine::Statistic*> found_;
  std::unordered_map<const machine::Statistic*, Place> places_;
  std::size_t seen_ = 0;  // statistics when found_ was made
  std::size_t numbers_ = 0;
  std::size_t histograms_ = 0;
  std::vector<Look> looks_;
};

}  // namespace texpipe::study
