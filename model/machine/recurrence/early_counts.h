// Counts that a recurrence knows before their time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/stage/never.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// Keeps back counts of later cycles. A recurrence often knows events some hundred cycles ahead. Counts of cycles
/// behind the next look at the statistics (the end of an interval of the time series) wait here until that look is
/// over; where nobody looks before the end, nothing waits.
class EarlyCounts {
 public:
  /// Counts of cycle `look` and later ones wait from now on.
  void look_at(Cycles look) { look_ = look; }
  Cycles look() const { return look_; }
  bool waits(Cycles at) const { return at >= look_; }

  [[gnu::always_inline]] void add(Counter& counter, std::uint64_t count, Cycles at) {
    if (waits(at)) [[unlikely]]
      return keep({at, count, &counter, nullptr});
    counter.add(count);
  }
  void add(Histogram& histogram, std::uint64_t value, Cycles at) {
    if (waits(at)) [[unlikely]]
      return keep({at, value, nullptr, &histogram});
    histogram.add(value);
  }

  /// Counts what waits and belongs to cycles before `end`.
  void count_before(Cycles end) {
    std::size_t kept = 0;
    for (const Count& count : waiting_) {
      if (count.at >= end) {
        waiting_[kept++] = count;
      } else if (count.counter != nullptr) {
        count.counter->add(count.number);
      } else {
        count.histogram->add(count.number);
      }
    }
    waiting_.resize(kept);
  }

 private:
  struct Count {
    Cycles at;
    std::uint64_t number = 0;
    Counter* counter = nullptr;      // either this is set
    Histogram* histogram = nullptr;  // or this
  };

  [[gnu::noinline, gnu::cold]] void keep(const Count& count) { waiting_.push_back(count); }

  Cycles look_ = kNever;
  std::vector<Count> waiting_;
};

}  // namespace texpipe::machine
