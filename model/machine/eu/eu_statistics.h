// Statistics of an execution unit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "machine/statistics/statistics.h"

namespace texpipe::machine {

enum class EuCycle : std::uint8_t { kBusy, kSendBlocked, kPipeBusy, kResultLatency, kWaitingForMessage, kIdle };

inline constexpr std::array<EnumRow, 6> kEuCycles{{
    {0, "busy", "an instruction issued"},
    {1, "send_blocked", "a send waits for a slot or the register port"},
    {2, "pipe_busy", "a ready instruction waits for its pipe"},
    {3, "result_latency", "every thread waits, one for a pipe's result"},
    {4, "waiting_for_message", "every thread waits for a message's response, or for older ones at the same pixels"},
    {5, "idle", "no thread"},
}};
inline EnumRows enum_rows(EuCycle) {
  return {"EU cycle", kEuCycles};
}

/// Statistics of an EU that exist only from the first event on that they count.
inline constexpr std::array<std::string_view, 3> kOccasionalStatistics{"texture_hash", "texture_hash_changes",
                                                                       "hazards"};

struct EuStatistics {
  explicit EuStatistics(StatisticsGroup& group)
      : cycles{group.account("cycles", "where the issue cycles went", kRows)},
        instructions{group.counter("instructions", StatisticUnit::kInstructions, "instructions issued")},
        threads{group.counter("threads", StatisticUnit::kThreads, "threads started")},
        messages{group.counter("messages", StatisticUnit::kMessages, "messages sent")},
        registers_sent{group.counter("registers_sent", StatisticUnit::kRegisters, "message payload registers read")},
        registers_received{
            group.counter("registers_received", StatisticUnit::kRegisters, "message response registers written")},
        message_latency{
            group.histogram("message_latency", StatisticUnit::kCycles, "issue of a send to its response in registers")},
        group_{group} {}

  /// Counts a texture instruction of an SPA warp that issued. Its statistics exist from the first one on.
  void texture_issued(std::uint8_t hash) {
    if (texture_hash_ == nullptr) {
      texture_hash_ = &group_.histogram("texture_hash", StatisticUnit::kEvents,
                                        "texture hash (phase * 8 + texture) of the warps' texture instructions");
      texture_hash_changes_ = &group_.counter("texture_hash_changes", StatisticUnit::kEvents,
                                              "texture instructions whose hash is not that of the one issued before");
    }
    texture_hash_->add(hash);
    if (last_hash_ && *last_hash_ != hash) texture_hash_changes_->add();
    last_hash_ = hash;
  }

  /// Counts an SPA instruction that issued without waiting for `count` others that it depends on. The statistic exists
  /// from the first one on.
  void hazards_issued(std::uint32_t count) {
    if (hazards_ == nullptr) {
      hazards_ = &group_.counter("hazards", StatisticUnit::kEvents,
                                 "uses of registers by the warps' instructions that no barrier orders");
    }
    hazards_->add(count);
  }

  CycleAccount& cycles;
  Counter& instructions;
  Counter& threads;
  Counter& messages;
  Counter& registers_sent;
  Counter& registers_received;
  Histogram& message_latency;

 private:
  StatisticsGroup& group_;
  Histogram* texture_hash_ = nullptr;
  Counter* texture_hash_changes_ = nullptr;
  Counter* hazards_ = nullptr;
  std::optional<std::uint8_t> last_hash_;
  static constexpr EnumRows kRows{"EU cycle", kEuCycles};
};

}  // namespace texpipe::machine
