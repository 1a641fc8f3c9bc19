// A stage of the sampler by recurrence: times at which footprints enter, issue and leave.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "machine/recurrence/early_counts.h"
#include "machine/recurrence/sampler_watcher.h"
#include "machine/recurrence/stage_trace.h"
#include "machine/stage/stage_statistics.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// An in-order stage with slots. Footprints have numbers, which count from 0; only those times of each are kept that
/// later ones can ask for. A slot that is left at t is taken at t.
class StageRecurrence {
 public:
  /// Number of footprints that may enter in a cycle.
  enum class Entrance : bool { kAny, kOne };

  StageRecurrence(std::uint32_t slots, Cycles latency, Entrance entrance = Entrance::kAny)
      : entrance_{entrance},
        slots_{slots},
        latency_{latency},
        mask_{std::bit_ceil(std::uint64_t{slots}) - 1},
        times_(mask_ + 1),
        trace_{slots, true} {}

  std::uint64_t entered() const { return entered_; }
  std::uint64_t left() const { return left_; }
  /// When the last footprint left, and the next one became the oldest; 0 before any left.
  Cycles last_left() const { return last_left_; }

  /// Whether it is known when the next footprint finds a slot, which place() tells.
  bool place_known() const { return entered_ < slots_ + left_; }
  Cycles place() const {
    return std::max(times_[(entered_ - slots_) & mask_].left, enters_from_);  // 0 before a slot was used
  }

  /// Whether the oldest footprint has issued, so that it is known when it could leave.
  bool has_ready() const { return left_ < issued_; }
  /// When the oldest footprint could leave: it is ready, and the one before it has left.
  Cycles leaves() const { return std::max(times_[left_ & mask_].ready, last_left_); }

  /// Times of the oldest footprint when it leaves at `left`.
  SamplerWatcher::Passage passage(Cycles left, Cycles lines_there = Cycles{}) const {
    const Times& times = times_[left_ & mask_];
    return {times.issued, times.ready, lines_there, left};
  }

  /// Lets the oldest footprint leave at `at`; it could have left since `ready`. Lines that it waited for were missing
  /// in the span given.
  void leave(Cycles at, Cycles ready, Cycles missing_from = Cycles{}, Cycles missing_until = Cycles{}) {
    Times& times = times_[left_++ & mask_];
    times.left = at;
    if (!times.footprint) tokens_.push_back(at);
    last_left_ = at;
    trace_.left({at, ready, missing_from, missing_until});
  }

  /// Counts a message whose last footprint leaves next, at `at`. `reached` is when it left the stage before.
  void count_message(Cycles& reached, Cycles at, const StageStatistics& statistics, EarlyCounts& early,
                     Cycles lines_there = Cycles{}) const {
    const Times& times = times_[left_ & mask_];
    statistics.count_message(reached, times.issued, times.ready, lines_there, at,
                             [&](Counter& counter, Cycles cycles) { early.add(counter, cycles.value(), at); });
    reached = at;
  }

  /// Expects `footprints` more, which came into the sampler at `now`.
  void expect(std::uint64_t footprints, Cycles now) { trace_.expect(footprints, now); }

  /// Lets the next footprint enter.
  void enter(Cycles at) {
    ++entered_;
    if (entrance_ == Entrance::kOne) enters_from_ = at + Cycles{1};
    trace_.entered(at);
  }

  /// Earliest cycle in which the oldest footprint that has not issued can do so; it entered at `entered`.
  Cycles issues_from(Cycles entered) const { return std::max(last_issued_, entered); }

  /// Issues that footprint at `at`. It may leave `latency` and `extra` after its last cycle of work.
  [[gnu::always_inline]] void issue(Cycles at, Subcycles interval, Cycles extra = Cycles{}) {
    const Subcycles begin = slot.claim(at, interval);
    trace_.issued(at, begin, slot.free_at());
    last_issued_ = at;
    Times& times = times_[issued_++ & mask_];
    times.footprint = true;
    times.issued = at;
    times.ready = slot.last_busy(at) + latency_ + extra;
  }
  /// Does some of its work at `at`, before it issues.
  void work(Cycles at, Subcycles interval) {
    const Subcycles begin = slot.claim(at, interval);
    trace_.worked(begin, slot.free_at());
  }
  /// Passes the token of a message without footprints: it costs no issue slot and counts as no footprint.
  void pass(Cycles at) {
    trace_.issued(at, {}, {});
    last_issued_ = at;
    Times& times = times_[issued_++ & mask_];
    times.footprint = false;
    times.issued = at;
    times.ready = at + latency_;
  }

  /// Notes that the issue slot waited for a miss register.
  void stalled(Cycles from, Cycles until) { trace_.stalled(from, until); }

  /// Keeps back cycles from `look` on: see StageTrace.
  void look_at(Cycles look) { trace_.look_at(look); }

  /// Counts the events before `end`, all of which are known.
  /// @param lines_missing_from, lines_missing_until  span in which the footprint that leaves next waited for lines
  void count_before(Cycles end, const StageStatistics& statistics, Cycles lines_missing_from = Cycles{},
                    Cycles lines_missing_until = Cycles{}) {
    StageTrace::Leaving head{kNever, kNever, {}, {}};  // times of a footprint that has not issued
    if (has_ready()) head = {kNever, std::max(leaves(), lines_missing_until), lines_missing_from, lines_missing_until};
    trace_.count_before(end, head, statistics.occupancy, statistics.cycles);
    count_passed(end, statistics);
  }
  void close(Cycles end, const StageStatistics& statistics) {
    trace_.close(end, statistics.occupancy, statistics.cycles);
    count_passed(kNever, statistics);
  }

  std::uint64_t issued() const { return issued_; }

  IssueSlot slot;

 private:
  void count_passed(Cycles end, const StageStatistics& statistics) {
    for (; !tokens_.empty() && tokens_.front() < end; tokens_.pop_front()) ++tokens_gone_;
    const std::uint64_t passed = trace_.gone() - tokens_gone_;
    statistics.passed.add(passed - std::exchange(counted_, passed));
  }

  Entrance entrance_;
  std::uint32_t slots_;
  Cycles latency_;
  std::uint64_t mask_;
  struct Times {
    Cycles issued;
    Cycles ready;
    Cycles left;
    bool footprint = false;  // false: a token
  };
  std::vector<Times> times_;  // ring, by number
  std::uint64_t entered_ = 0;
  std::uint64_t issued_ = 0;
  std::uint64_t left_ = 0;
  Ring<Cycles> tokens_;            // times at which tokens left that are not counted
  std::uint64_t tokens_gone_ = 0;  // tokens that left and were counted
  std::uint64_t counted_ = 0;      // footprints that passed and were counted
  Cycles last_issued_;
  Cycles last_left_;
  Cycles enters_from_;
  StageTrace trace_;
};

}  // namespace texpipe::machine
