// Trace of the writeback by recurrence, cycle by cycle: its occupancy and its account.
#pragma once

#include <cstdint>

#include "machine/recurrence/level_trace.h"
#include "machine/recurrence/work_account.h"

namespace texpipe::machine {

/// Does for the writeback what StageTrace does for other stages. Its entries are messages: it holds one from its first
/// footprint to the end of its response. It is told the end of a response when everything up to that time is known.
class WritebackTrace {
 public:
  explicit WritebackTrace(std::uint32_t slots) : levels_{slots} {}

  void accepted(Cycles at) { accepted_.push_back(at); }
  void entered(Cycles at) { entered_.push_back(at); }
  /// Tells that the last footprint of a message came at `at`, and that the bus works for it in [from, until).
  void completed(Cycles at, Subcycles from, Subcycles until) {
    completed_.push_back(at);
    account_.work(from, until);
  }
  /// Tells that the oldest response is ended at `now`.
  /// @param complete  when its last footprint came
  /// @param filled    when a message took the last slot behind it; kNever: none did
  /// @param offered   when the response was offered
  void ended(Cycles complete, Cycles filled, Cycles offered, Cycles now);

  /// Counts the cycles before `end`. Everything that happens before it has been told but for the oldest response, which
  /// is not ended then: its times are those of ended(), kNever where they are not known or not before `end`.
  void count_before(Cycles end, Cycles complete, Cycles filled, Cycles offered, Histogram& occupancy,
                    CycleAccount& account);
  void close(Cycles end, Histogram& occupancy, CycleAccount& account);

 private:
  void wait(Cycles until);
  void enter_before(Cycles end);

  // Times at which messages passed these points, as far as their cycles are not charged yet.
  Ring<Cycles> accepted_;
  Ring<Cycles> entered_;
  Ring<Cycles> completed_;
  LevelTrace levels_;
  WorkAccount<> account_;
  Cycles told_;
};

}  // namespace texpipe::machine
