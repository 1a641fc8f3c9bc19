// A small program over lanes of float32 and integers: what texture walks are written in. Instructions work on whole
// registers, as an EU's do, and form real message payloads; values are exact IEEE operations, so that every host gives
// the same bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "functional/execution/eu_program.h"

namespace texpipe::functional {

enum class LaneOperation : std::uint8_t {
  kMove,             // bits
  kAdd,              // float32
  kMultiply,         // float32
  kMultiplyAdd,      // float32: a * b, rounded, + c, rounded
  kReciprocal,       // float32: 1 / a, correctly rounded; extended math
  kIntegerAdd,       // modulo 2^32
  kIntegerMultiply,  // modulo 2^32
  kXor,
  kShiftRight,  // logical
  kToFloat,     // unsigned integer to float32
  kToInteger,   // float32 >= 0 to unsigned integer, towards zero
  kSetFlags,    // flag of each lane := a > b (float32)
  kAndFlags,    // flag of each lane := flag and a > b
  kJumpIfNone,  // to `target` when no flag is set
  kRepeat,      // scalar a of the destination register := a - 1; to `target` unless it is 0 then
  kSend,
};

/// What an instruction reads: a register range of the execution size, one DWord for all lanes, or a constant.
struct LaneOperand {
  enum class Kind : std::uint8_t { kNone, kLanes, kScalar, kConstant };
  Kind kind = Kind::kNone;
  std::uint8_t grf = 0;
  std::uint8_t dword = 0;  // of a scalar
  std::uint32_t bits = 0;  // of a constant
};

LaneOperand lanes(std::uint8_t grf);
LaneOperand scalar(std::uint8_t grf, std::uint8_t dword);
LaneOperand constant(float value);
LaneOperand constant_bits(std::uint32_t value);

/// A message of a program: payload from `source0` then `source1`.
struct LaneSend {
  std::uint8_t shared_function = 0;
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;
  GrfRange source0;
  GrfRange source1;
  GrfRange destination;
  std::uint8_t first_channel = 0;  // channel 0 of the message is this lane
  bool predicated = false;         // channels whose flag is clear are disabled
  bool end_of_thread = false;
};

struct LaneInstruction {
  LaneOperation operation = LaneOperation::kMove;
  std::uint8_t lanes = 8;        // execution size: 8 or 16; 1 for a scalar in DWord `dword` of the destination
  std::uint8_t destination = 0;  // first register
  std::uint8_t dword = 0;
  std::array<LaneOperand, 3> sources{};
  std::uint32_t target = 0;  // of a jump: index of an instruction
  LaneSend send;
};

/// An immutable program, shared by its threads.
class LaneProgram {
 public:
  /// @param instructions  the last one is a send that ends the thread
  /// @param context       state of the threads' messages; outlives the program
  LaneProgram(std::vector<LaneInstruction> instructions, const MessageContext* context);

  const LaneInstruction& instruction(std::uint32_t index) const { return instructions_[index]; }
  const EuStep& step(std::uint32_t index) const { return steps_[index]; }
  const MessageContext* context() const { return context_; }

 private:
  void count_before_sends();

  std::vector<LaneInstruction> instructions_;
  std::vector<EuStep> steps_;
  const MessageContext* context_;
};

/// What a thread that shades pixels starts with.
struct PixelDispatch {
  std::uint32_t lanes = 0;    // execute: the pixels of its subspans, helpers included
  std::uint32_t covered = 0;  // of those, no helpers: the flags at the start
  std::array<std::uint32_t, 8> subspan_slots{};
};

/// Shared local memory of a thread's group.
struct LocalMemory {
  ByteAddress base{};
  std::uint32_t bytes = 0;  // 0: the group has none
};

/// One thread of a program. `dispatch_mask`: lanes that exist.
class LaneThread final : public EuProgram {
 public:
  LaneThread(const LaneProgram& program, std::uint32_t dispatch_mask, LocalMemory local = {})
      : LaneThread{program, PixelDispatch{.lanes = dispatch_mask, .covered = dispatch_mask}} {
    local_ = local;
  }
  LaneThread(const LaneProgram& program, const PixelDispatch& dispatch)
      : program_{&program}, subspan_slots_{dispatch.subspan_slots}, flags_{dispatch.covered}, mask_{dispatch.lanes} {}

  const EuStep* peek() override { return ended_ ? nullptr : &program_->step(next_); }
  bool issue(ThreadRegisters& registers, MessageSend& send) override;

 private:
  void execute(const LaneInstruction& i, ThreadRegisters& registers);
  void message(const LaneInstruction& i, const ThreadRegisters& registers, MessageSend& send) const;

  const LaneProgram* program_;
  std::array<std::uint32_t, 8> subspan_slots_;
  LocalMemory local_;
  std::uint32_t flags_;
  std::uint32_t mask_;
  std::uint32_t next_ = 0;
  bool ended_ = false;
};

}  // namespace texpipe::functional
