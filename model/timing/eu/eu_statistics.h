// What an execution unit counts.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "timing/observe/statistics.h"

namespace texpipe::timing {

enum class EuCycle : std::uint8_t { kBusy, kSendBlocked, kPipeBusy, kResultLatency, kWaitingForMessage, kIdle };

inline constexpr std::array<EnumRow, 6> kEuCycles{{
    {0, "busy", "an instruction issued"},
    {1, "send_blocked", "a send waits for a slot or the register port"},
    {2, "pipe_busy", "a ready instruction waits for its pipe"},
    {3, "result_latency", "every thread waits, one for a pipe's result"},
    {4, "waiting_for_message", "every thread waits for a message's response"},
    {5, "idle", "no thread"},
}};
inline EnumRows enum_rows(EuCycle) {
  return {"EU cycle", kEuCycles};
}

struct EuStatistics {
  explicit EuStatistics(StatisticsGroup& group)
      : cycles{group.account("cycles", "where the issue cycles went", kRows)},
        instructions{group.counter("instructions", StatisticUnit::kInstructions, "instructions issued")},
        threads{group.counter("threads", StatisticUnit::kThreads, "threads started")},
        messages{group.counter("messages", StatisticUnit::kMessages, "messages sent")},
        registers_sent{group.counter("registers_sent", StatisticUnit::kRegisters, "message payload registers read")},
        registers_received{
            group.counter("registers_received", StatisticUnit::kRegisters, "message response registers written")},
        message_latency{group.histogram("message_latency", StatisticUnit::kCycles,
                                        "issue of a send to its response in registers")} {}

  CycleAccount& cycles;
  Counter& instructions;
  Counter& threads;
  Counter& messages;
  Counter& registers_sent;
  Counter& registers_received;
  Histogram& message_latency;

 private:
  static constexpr EnumRows kRows{"EU cycle", kEuCycles};
};

}  // namespace texpipe::timing
