// What the writeback by recurrence did, cycle by cycle.
#pragma once

#include <cstdint>

#include "machine/recurrence/level_trace.h"
#include "machine/recurrence/work_account.h"

namespace texpipe::machine {

/// The same as StageTrace of a unit whose entries are messages: it holds one from its first footprint to the end of its
/// response. Told when a response is ended, when everything up to that time is known.
class WritebackTrace {
 public:
  explicit WritebackTrace(std::uint32_t slots) : levels_{slots} {}

  void accepted(Cycles at) { accepted_.push_back(at); }
  void entered(Cycles at) { entered_.push_back(at); }
  /// The last footprint came at `at` and the bus works in [from, until).
  void completed(Cycles at, Subcycles from, Subcycles until) {
    completed_.push_back(at);
    account_.work(from, until);
  }
  /// The oldest response is ended at `now`.
  /// @param complete  when its last footprint came
  /// @param filled    when the message came that took the last slot beside it; kNever: none did
  /// @param offered   when it was offered
  void ended(Cycles complete, Cycles filled, Cycles offered, Cycles now);

  /// Counts the cycles before `end`; everything that happens there has been told but for the oldest response, which is
  /// not ended then: its times are those of ended(), kNever where they are not known or not before `end`.
  void count_before(Cycles end, Cycles complete, Cycles filled, Cycles offered, Histogram& occupancy,
                    CycleAccount& account);
  void close(Cycles end, Histogram& occupancy, CycleAccount& account);

 private:
  void wait(Cycles until);
  void enter_before(Cycles end);

  // Times of messages that have passed these points and are not looked at yet.
  Ring<Cycles> accepted_;
  Ring<Cycles> entered_;
  Ring<Cycles> completed_;
  LevelTrace levels_;
  WorkAccount<> account_;
  Cycles told_;
};

}  // namespace texpipe::machine
