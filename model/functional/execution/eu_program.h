// What an EU thread executes: a walk, a compiled kernel, a vISA program or an SPA warp look the same to the EU's
// timing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "functional/message/message.h"

namespace texpipe::functional {

inline constexpr unsigned kGrfCount = 128;

/// Registers of a thread that are visible to messages and the scoreboard.
struct ThreadRegisters {
  std::array<Grf, kGrfCount> grf{};
};

/// A run of general registers; count 0: none.
struct GrfRange {
  std::uint8_t first = 0;
  std::uint8_t count = 0;
};

enum class Pipe : std::uint8_t { kFpu, kExtendedMath, kBranch, kSend };

/// A message to send: where it goes and which registers it reads and writes. The payload is copied when the send
/// issues.
struct MessageSend {
  Message message;       // payload filled by the program
  GrfRange destination;  // written by the response
  bool end_of_thread = false;
  std::optional<std::uint8_t> texture_hash{};  // of an SPA warp, by which a scheduler groups texture instructions
  std::optional<std::uint32_t> ticket{};       // the program takes the response itself, under this number
  std::uint32_t hazards = 0;                   // of an SPA instruction: others that it should have waited for
};

/// One instruction as the EU's timing sees it. Values are computed by the program when the step issues.
struct EuStep {
  Pipe pipe = Pipe::kFpu;
  std::uint8_t occupancy = 1;       // cycles of the pipe
  std::array<GrfRange, 4> reads{};  // must be free of pending writes before issue
  GrfRange writes{};                // likewise; pending until the pipe's latency has passed
  bool awaits_answer = false;       // may not issue before a response that the program takes itself
  std::optional<MessageSend> send;
};

/// A thread's program. `peek` tells the registers of the next instruction without executing it; `issue` executes it.
class EuProgram {
 public:
  virtual ~EuProgram() = default;

  /// Registers and pipe of the next instruction (its `send` is absent); null after end of thread.
  virtual const EuStep* peek() = 0;

  /// How many instructions certainly stand before the next one that may send; 0: the next may send, or nobody knows.
  virtual unsigned instructions_before_send() const { return 0; }

  /// Executes the next instruction on `registers` and returns what it does.
  virtual EuStep issue(ThreadRegisters& registers) = 0;

  /// The response of a send with a ticket; after it, `peek` may tell something else. Programs that give out no tickets
  /// are never asked.
  virtual void answered(std::uint32_t /*ticket*/, MessageResponse /*response*/) {}
};

}  // namespace texpipe::functional
