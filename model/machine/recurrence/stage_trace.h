// Trace of a stage by recurrence, cycle by cycle: its occupancy and its account.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/recurrence/level_trace.h"
#include "machine/recurrence/work_account.h"

namespace texpipe::machine {

/// Brings arrivals and departures, which the host learns in another order, into the order of the machine's time, and
/// charges each cycle as StageState says.
class StageTrace {
 public:
  /// @param starves  whether it waits for work of earlier stages; the first stage has none before it
  StageTrace(std::uint32_t slots, bool starves) : slots_{slots}, starves_{starves}, levels_{slots} {}

  /// Expects `entries` more: they came into the sampler at `now` and will enter here.
  void expect(std::uint64_t entries, Cycles now) {
    if (first_expected_.entries == 0) {
      first_expected_ = {entries, now};
    } else {
      expected_.push_back({entries, now});
    }
  }

  void entered(Cycles at) { entered_.push_back(at); }
  void worked(Subcycles from, Subcycles until) { account_.work(from, until); }
  /// Tells the work of an entry that issues at `at`.
  void issued(Cycles at, Subcycles from, Subcycles until) {
    account_.work(from, until);
    last_issued_ = at;
    ++issues_;
  }
  /// Tells a span in which the issue slot waits for a miss register.
  void stalled(Cycles from, Cycles until) { stalls_.push_back({from, until}); }

  struct Leaving {
    Cycles at;
    Cycles ready;          // nothing but the next stage held it after this
    Cycles missing_from;   // lines that it waited for were missing from here
    Cycles missing_until;  // until here
  };
  void left(const Leaving& leaving) {
    left_.push_back(leaving);
    if (left_.size() >= merge_from_) merge(kNever);
  }

  /// Keeps back cycles from `look` on, because the statistics up to there will be looked at.
  void look_at(Cycles look) { look_ = look; }
  /// Counts the cycles before `end`. Everything that happens before it has been told.
  /// @param head  the oldest entry at `end`, unless its leaving has been told
  void count_before(Cycles end, const Leaving& head, Histogram& occupancy, CycleAccount& account);
  /// Number of entries that left in the cycles that were counted.
  std::uint64_t gone() const { return gone_; }
  void close(Cycles end, Histogram& occupancy, CycleAccount& account);

 private:
  struct Expected {
    std::uint64_t entries = 0;
    Cycles since;
  };
  struct Stall {
    Cycles from;
    Cycles until;
  };

  static constexpr std::size_t kBatch = 64;  // departures per merge, besides those that must wait for later entries

  void merge(Cycles end);
  void enter();
  void pass(Cycles until, const Leaving* head);
  void full(Cycles until, const Leaving* head);
  void charge_stalls(StageState state, Cycles until);
  void state(StageState state, Cycles until) {
    if (until <= told_) return;
    if (!stalls_.empty()) charge_stalls(state, until);
    account_.state(state, until);
    told_ = until;
  }

  std::uint64_t slots_;
  bool starves_;
  Expected first_expected_;  // the entries that come next; none: nothing is expected
  Ring<Expected> expected_;  // the entries that come after those
  std::vector<Cycles> entered_;
  std::vector<Leaving> left_;
  Ring<Stall> stalls_;
  std::uint64_t issues_ = 0;
  std::uint64_t entries_ = 0;  // entries that entered in merged cycles
  std::uint64_t gone_ = 0;     // entries that left in merged cycles
  std::size_t merge_from_ = kBatch + slots_;
  Cycles look_ = kNever;
  Cycles last_issued_;
  LevelTrace levels_;
  WorkAccount<> account_;
  Cycles told_;
};

}  // namespace texpipe::machine
