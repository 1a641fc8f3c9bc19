// Memory by recurrence: times at which the loosely timed machine's requests are taken and answered.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ring.h"
#include "machine/cache/warm_memory.h"
#include "machine/memory/memory_banks.h"
#include "machine/memory/memory_parameters.h"
#include "machine/memory/memory_statistics.h"
#include "machine/recurrence/answer_order.h"
#include "machine/recurrence/early_counts.h"
#include "machine/recurrence/line_request.h"
#include "machine/recurrence/work_account.h"
#include "machine/statistics/issue_slot.h"
#include "machine/statistics/repeated_work.h"

namespace texpipe::machine {

/// Which bank serves a request when, MemoryBanks decides. The bus's transfers are decided as soon as no later request
/// can have data before. Answers of several channels wait until none can come before them: a long transfer of one ends
/// after a short one of another that began later.
class MemoryRecurrence final : public LineServer, public WarmMemory {
 public:
  MemoryRecurrence(const MemoryParameters& parameters, Frequency clock, const MemoryStatistics& statistics);

  /// Memory has one client; several ask through MemoryPortsRecurrence.
  void bind(std::uint32_t, LineClient& client) override { client_ = &client; }

  bool offer(std::uint32_t client, const LineRequest& request, Cycles now) override;

  Cycles lookahead() const override { return banks_.latency(); }

  /// Time at which step() has something to do; kNever: nothing until another function is called.
  Cycles next() const;
  void step(Cycles now);

  /// Lets counts of `look` and later cycles wait: see EarlyCounts.
  void look_at(Cycles look) { early_.look_at(look); }
  /// Counts the events before `end`, all of which are known.
  void count_before(Cycles end);
  /// Ends a run of `end` cycles.
  void close(Cycles end);

  void open_row(ByteAddress address) override { banks_.open_row(address); }

 private:
  void account(Cycles now);
  void decide(Cycles now);
  void answer(const MemoryBanks<std::uint64_t>::Access& access, Cycles on_bus);
  void leave(Cycles now);
  std::uint64_t held() const { return banks_.size() + leaving_.size(); }

  std::uint32_t queue_;  // most requests that it holds
  LineClient* client_ = nullptr;
  MemoryBanks<std::uint64_t> banks_;  // the client's number of a request is its handle
  Ring<Cycles> leaving_;  // times at which the bus takes requests whose transfer is decided: then their places are free
  bool refused_ = false;
  IssueSlot port_;
  RepeatedWork port_work_of_{kMemoryPortBytesPerCycle};  // of bytes

  MemoryStatistics statistics_;
  EarlyCounts early_;
  std::vector<WorkAccount<BusCycle>> cycles_;  // by channel
  AnswerOrder answers_;                        // of several channels
  BusCycle state_ = BusCycle::kIdle;           // state of the bus while it does not work, since the last change
};

}  // namespace texpipe::machine
