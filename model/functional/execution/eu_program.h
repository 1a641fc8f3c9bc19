// Program of an EU thread: a walk, a compiled kernel, a vISA program or an SPA warp look the same to the EU's timing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "functional/message/message.h"

namespace texpipe::functional {

inline constexpr unsigned kGrfCount = 128;

/// Registers of a thread that are visible to messages and the scoreboard.
struct ThreadRegisters {
  alignas(32) std::array<Grf, kGrfCount> grf{};
};

/// A run of general registers; count 0: none.
struct GrfRange {
  std::uint8_t first = 0;
  std::uint8_t count = 0;
};

/// Class of an instruction, as far as a machine may give it a pipe and a time of its own.
enum class InstructionClass : std::uint8_t {
  kArithmetic,     // moves, logic, shifts, compares, selects, sums, products of floats or 16-bit integers
  kWideMultiply,   // product of two 32-bit integers
  kInterpolation,  // linear interpolation
  kMath,           // reciprocal, roots, exponent, logarithm, sine, cosine
  kPower,          // power, float division
  kDivision,       // integer quotient, remainder
  kBranch,
  kSend,
};
inline constexpr unsigned kInstructionClasses = static_cast<unsigned>(InstructionClass::kSend) + 1;

/// Flag registers, a bit each.
using FlagSet = std::uint32_t;

/// The one that holds a predicate: programs may name more predicates than there are bits.
constexpr FlagSet flag_of(unsigned predicate) {
  return 1u << predicate % 32;
}

/// A message to send: where it goes and which registers it reads and writes. The payload is copied when the send
/// issues.
struct MessageSend {
  Message message;       // payload filled by the program
  GrfRange destination;  // written by the response
  bool end_of_thread = false;
  std::optional<std::uint8_t> texture_hash{};  // of an SPA warp, by which a scheduler groups texture instructions
  std::optional<std::uint32_t> ticket{};       // the program takes the response itself, under this number
  std::uint8_t first_channel = 0;              // of the thread: the message's channel 0
  std::uint32_t hazards = 0;                   // of an SPA instruction: others that it should have waited for

  /// Becomes one without payload, which keeps the storage of the one before.
  void restart() {
    std::vector<Grf> storage = std::move(message.payload);
    *this = {};
    storage.clear();
    message.payload = std::move(storage);
  }
};

/// Control of the thread after an instruction (ThreadCtrl).
enum class ThreadControl : std::uint8_t {
  kNormal,  // the EU chooses
  kAtomic,  // its next instruction comes before those of other threads, also behind a branch
  kSwitch,  // others come first: its queue of instructions is emptied when the result is there
};

/// One instruction as the EU's timing sees it. Values are computed by the program when the step issues.
struct EuStep {
  InstructionClass instruction = InstructionClass::kArithmetic;
  std::uint16_t dwords = 1;          // 32-bit lanes, smaller ones packed; of a send: of its payload
  std::array<GrfRange, 4> reads{};   // must be free of pending writes before issue
  GrfRange writes{};                 // likewise; pending until the result is there
  FlagSet reads_flags = 0;           // as `reads`
  FlagSet writes_flags = 0;          // as `writes`
  bool checks_destination = true;    // waits for `writes`; not with NoDDChk
  bool releases_destination = true;  // `writes` is there with the result; with NoDDClr with a later instruction's
  ThreadControl control = ThreadControl::kNormal;
  bool after_older_threads = false;  // waits until older threads at the same pixels have ended (sendc, sendsc)
  bool awaits_answer = false;        // may not issue before a response that the program takes itself
  /// Number of instructions, this one included, that certainly stand before the next one that may send; 0: this one may
  /// send, or nobody knows.
  std::uint32_t before_send = 0;
};

/// A thread's program. `peek` tells the registers of the next instruction without executing it; `issue` executes it.
class EuProgram {
 public:
  EuProgram() = default;
  EuProgram(const EuProgram&) = default;
  EuProgram& operator=(const EuProgram&) = default;
  virtual ~EuProgram() = default;

  /// Registers and pipe of the next instruction; null after end of thread.
  virtual const EuStep* peek() = 0;

  /// Executes the next instruction on `registers`. True when it sends a message, which is `send` then; what that held
  /// before is gone, and its storage is used again.
  virtual bool issue(ThreadRegisters& registers, MessageSend& send) = 0;

  struct Ran {
    std::uint64_t instructions = 0;
    bool sent = false;
  };
  /// Executes instructions, at most so many, until one sends, the next one awaits an answer, or the thread ends: what
  /// `peek` and `issue` do, for who needs no steps.
  virtual Ran run(ThreadRegisters& registers, MessageSend& send, std::uint64_t most) {
    Ran ran;
    while (ran.instructions < most && !ran.sent) {
      const EuStep* step = peek();
      if (step == nullptr || step->awaits_answer) break;
      ran.sent = issue(registers, send);
      ++ran.instructions;
    }
    return ran;
  }

  /// The response of a send with a ticket; after it, `peek` may tell something else. Programs that give out no tickets
  /// are never asked.
  virtual void answered(std::uint32_t /*ticket*/, MessageResponse /*response*/) {}

  /// Adds the tickets whose responses the next instruction waits for, those that are there too: what `awaits_answer`
  /// would say had no response come. For recorders.
  virtual void add_awaited(std::vector<std::uint32_t>& /*tickets*/) const {}

  /// Place of the next instruction, as errors name it; empty when the program has no name for it.
  virtual std::string place() const { return {}; }
};

/// Starts a thread in the place of one that has ended, whose storage it uses again when it is of the same kind.
template <class Program, class... Arguments>
void restart(std::unique_ptr<EuProgram>& program, Arguments&&... arguments) {
  if (auto* ended = dynamic_cast<Program*>(program.get())) {
    *ended = Program{std::forward<Arguments>(arguments)...};
  } else {
    program = std::make_unique<Program>(std::forward<Arguments>(arguments)...);
  }
}

}  // namespace texpipe::functional
