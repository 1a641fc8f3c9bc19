// Messages that several threads send with one instruction.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "functional/message/message.h"

namespace texpipe::functional {

class TouchedLines;

/// Equal messages but for what their senders hold: registers, enabled channels, pixels.
struct GangMessage {
  struct Sender {
    Grf* registers = nullptr;  // all general registers of the thread
    std::uint32_t execution_mask = 0;
    std::uint32_t subspan_slot = 0;   // the first of Message::subspan_slots
    TouchedLines* touched = nullptr;  // is told of the lines that its samples touch; null for all: nobody is
  };
  /// Registers one after the other.
  struct Run {
    unsigned first = 0;
    unsigned count = 0;
  };

  const Message& message;      // of the first sender, with its payload
  std::array<Run, 2> payload;  // registers that the senders' payloads are
  Run response;
  std::span<const Sender> senders;

  /// Number of the general register that holds a register of the payload.
  unsigned place(unsigned index) const {
    return index < payload[0].count ? payload[0].first + index : payload[1].first + (index - payload[0].count);
  }
  /// Whether a response changes registers of the payload.
  bool overlaps() const {
    for (const Run& run : payload) {
      if (response.first < run.first + run.count && run.first < response.first + response.count) return true;
    }
    return false;
  }
};

}  // namespace texpipe::functional
