// Cycles for which something held each number of entries, from the times at which entries come and go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/ring.h"
#include "machine/stage/never.h"
#include "machine/statistics/histogram.h"

namespace texpipe::machine {

/// Cycles that each level (number of entries) held.
class LevelTrace {
 public:
  explicit LevelTrace(std::uint64_t capacity) : cycles_(capacity + 1, 0) {}

  std::uint64_t level() const { return level_; }
  Cycles at() const { return at_; }

  /// Charges the cycles from at() to `now` to the present level.
  void hold(Cycles now) {
    cycles_[level_] += (now - at_).value();
    at_ = now;
  }
  void up() { ++level_; }
  void down() { --level_; }

  /// Adds the cycles up to at() to the histogram.
  void count_known(Histogram& histogram) {
    for (std::uint64_t level = 0; level < cycles_.size(); ++level) {
      if (cycles_[level] != 0) histogram.add(level, std::exchange(cycles_[level], 0));
    }
    histogram.skip_to(at_);
  }
  /// Ends a run of `end` cycles.
  void close(Cycles end, Histogram& histogram) {
    if (end > at_) hold(end);
    count_known(histogram);
  }

 private:
  std::vector<std::uint64_t> cycles_;  // by level
  std::uint64_t level_ = 0;
  Cycles at_;
};

/// Entries that come in the order of time and go in any.
class EntryTrace {
 public:
  explicit EntryTrace(std::uint64_t capacity) : levels_{capacity} {}

  void came(Cycles at) { came_.push_back(at); }
  void went(Cycles at) {
    went_.push_back(at);
    for (std::size_t i = went_.size() - 1; i > 0 && went_[i] < went_[i - 1]; --i) std::swap(went_[i], went_[i - 1]);
  }

  /// Says that everything up to `known` has been told.
  void settle(Cycles known) {
    for (;;) {
      const Cycles in = came_.empty() ? kNever : came_.front(), out = went_.empty() ? kNever : went_.front();
      const Cycles next = std::min(in, out);
      if (next == kNever || next > known) return;
      levels_.hold(next);
      if (out <= in && levels_.level() > 0) {
        went_.pop_front();
        levels_.down();
      } else {
        came_.pop_front();
        levels_.up();
      }
    }
  }

  /// Counts the cycles before `end`. All entries that come or go before it have been told.
  void count_before(Cycles end, Histogram& histogram) {
    settle(end - Cycles{1});
    levels_.hold(std::max(end, levels_.at()));
    levels_.count_known(histogram);
  }
  void close(Cycles end, Histogram& histogram) {
    settle(end);
    levels_.close(end, histogram);
  }

 private:
  Ring<Cycles> came_;
  Ring<Cycles> went_;  // sorted
  LevelTrace levels_;
};

}  // namespace texpipe::machine
