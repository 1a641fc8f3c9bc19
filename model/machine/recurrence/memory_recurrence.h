// Memory by recurrence: when the loosely timed machine's requests are taken and answered.
#pragma once

#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include "machine/memory/bank_mapping.h"
#include "machine/memory/memory_parameters.h"
#include "machine/memory/memory_statistics.h"
#include "machine/recurrence/early_counts.h"
#include "machine/recurrence/line_request.h"
#include "machine/recurrence/work_account.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// First come, first served per bank; the data bus serves in the order in which banks have data. What the bus does is
/// decided as soon as no later request can have data before.
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
  struct Access {
    Cycles ready;         // data at the bank
    std::uint64_t order;  // of arrival
    std::uint64_t tag;
    std::uint32_t bytes;
    Cycles taken;
    Cycles bank;  // begins with it
    bool operator>(const Access& other) const { return std::tie(ready, order) > std::tie(other.ready, other.order); }
  };
  struct Bank {
    bool open = false;
    std::uint64_t row = 0;
    Cycles free;
  };
  struct Intervals {
    std::uint32_t bytes = 0;
    Subcycles bus;
    Subcycles port;
  };

  void account(Cycles now);
  void decide(Cycles now);
  void leave(Cycles now);
  const Intervals& intervals_of(std::uint32_t bytes);
  std::uint64_t held() const { return accesses_.size() + leaving_.size(); }

  MemoryParameters parameters_;
  Frequency clock_;
  LineClient* client_ = nullptr;
  Cycles latency_;
  Cycles row_miss_;
  Cycles bank_cycle_;
  BankMapping mapping_;
  std::vector<Bank> banks_;
  std::priority_queue<Access, std::vector<Access>, std::greater<>> accesses_;
  std::uint64_t order_ = 0;
  Ring<Cycles> leaving_;  // when the bus takes those that it will take next
  bool refused_ = false;
  IssueSlot bus_;
  IssueSlot port_;
  Intervals intervals_;  // of the last length

  MemoryStatistics statistics_;
  EarlyCounts early_;
  WorkAccount<BusCycle> cycles_;
  BusCycle state_ = BusCycle::kIdle;  // of the bus when it does not work, since the last change
};

}  // namespace texpipe::machine
