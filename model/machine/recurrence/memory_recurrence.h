// Memory by recurrence: when the loosely timed machine's requests are taken and answered.
#pragma once

#include <cstdint>

#include "base/ring.h"
#include "machine/memory/memory_banks.h"
#include "machine/memory/memory_parameters.h"
#include "machine/memory/memory_statistics.h"
#include "machine/recurrence/early_counts.h"
#include "machine/recurrence/line_request.h"
#include "machine/recurrence/work_account.h"
#include "machine/statistics/issue_slot.h"
#include "machine/statistics/repeated_work.h"

namespace texpipe::machine {

/// When requests have their data stands in MemoryBanks. What the bus does is decided as soon as no later request can
/// have data before.
class MemoryRecurrence final : public LineServer {
 public:
  MemoryRecurrence(const MemoryParameters& parameters, Frequency clock, const MemoryStatistics& statistics);

  void bind(LineClient& client) { client_ = &client; }

  bool offer(std::uint32_t client, const LineRequest& request, Cycles now) override;

  /// When step() has something to do.
  Cycles next() const;
  void step(Cycles now);

  /// Counts of `look` and later ones wait: see EarlyCounts.
  void look_at(Cycles look) { early_.look_at(look); }
  /// Counts what happened before `end`, all of which is known.
  void count_before(Cycles end);
  /// The end of a run.
  void close(Cycles end);

 private:
  void account(Cycles now);
  void decide(Cycles now);
  void leave(Cycles now);
  std::uint64_t held() const { return banks_.size() + leaving_.size(); }

  std::uint32_t queue_;  // requests that it holds
  LineClient* client_ = nullptr;
  MemoryBanks<std::uint64_t> banks_;  // requests go by their client's numbers
  Ring<Cycles> leaving_;              // when the bus takes those that it will take next
  bool refused_ = false;
  IssueSlot port_;
  RepeatedWork port_work_of_{kMemoryPortBytesPerCycle};  // of bytes

  MemoryStatistics statistics_;
  EarlyCounts early_;
  WorkAccount<BusCycle> cycles_;
  BusCycle state_ = BusCycle::kIdle;  // of the bus when it does not work, since the last change
};

}  // namespace texpipe::machine
