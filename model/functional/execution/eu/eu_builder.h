// Writes native programs as expressions: what texture walks, interpolator threads and benchmarks execute. Results take
// the next free registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "functional/execution/eu/eu_code.h"
#include "functional/execution/eu/eu_thread.h"
#include "functional/execution/eu_program.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

inline constexpr std::uint32_t kBuiltInstructionBytes = 16;  // built programs are not compacted

/// An opcode with the types of its operands.
struct BuiltOperation {
  gen9::EuOpcode opcode;
  gen9::SrcType result;
  gen9::SrcType source;
};

namespace eu {

using gen9::EuOpcode;
using gen9::SrcType;

inline constexpr BuiltOperation kMove{EuOpcode::kMov, SrcType::kUd, SrcType::kUd};
inline constexpr BuiltOperation kAdd{EuOpcode::kAdd, SrcType::kF, SrcType::kF};
inline constexpr BuiltOperation kMultiply{EuOpcode::kMul, SrcType::kF, SrcType::kF};
inline constexpr BuiltOperation kMultiplyAdd{EuOpcode::kMad, SrcType::kF, SrcType::kF};  // a b + c, rounded once
inline constexpr BuiltOperation kReciprocal{EuOpcode::kMath, SrcType::kF, SrcType::kF};
inline constexpr BuiltOperation kIntegerAdd{EuOpcode::kAdd, SrcType::kUd, SrcType::kUd};
inline constexpr BuiltOperation kIntegerMultiply{EuOpcode::kMul, SrcType::kUd, SrcType::kUd};
inline constexpr BuiltOperation kXor{EuOpcode::kXor, SrcType::kUd, SrcType::kUd};
inline constexpr BuiltOperation kShiftRight{EuOpcode::kShr, SrcType::kUd, SrcType::kUd};
inline constexpr BuiltOperation kToFloat{EuOpcode::kMov, SrcType::kF, SrcType::kUd};
inline constexpr BuiltOperation kToInteger{EuOpcode::kMov, SrcType::kUd, SrcType::kF};  // towards zero

}  // namespace eu

/// Source of an instruction: registers of the execution size, one DWord for all channels, or a constant.
struct EuInput {
  enum class Kind : std::uint8_t { kNone, kLanes, kScalar, kConstant };
  Kind kind = Kind::kNone;
  std::uint8_t grf = 0;
  std::uint8_t dword = 0;  // of a scalar
  std::uint32_t bits = 0;  // of a constant
};

EuInput lanes(std::uint8_t grf);
EuInput scalar(std::uint8_t grf, std::uint8_t dword);
EuInput constant(float value);
EuInput constant_bits(std::uint32_t value);

/// A message of a program: payload from `source0` then `source1`. The lengths in its words are those of the registers.
struct BuiltSend {
  std::uint8_t shared_function = 0;
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;
  GrfRange source0;
  GrfRange source1;
  GrfRange destination;
  std::uint8_t first_channel = 0;  // channel 0 of the message is this one of the thread: a multiple of 8
  bool predicated = false;         // channels whose flag in f0 is clear are disabled
  bool end_of_thread = false;
  bool after_older_threads = false;  // sendc or sendsc: waits for older threads at the same pixels
};

/// A send of a message that describes itself; registers and channels are for the caller to add.
template <class Message>
BuiltSend send_of(const Message& message) {
  const auto words = message.encode();
  return {.shared_function = static_cast<std::uint8_t>(message.shared_function),
          .descriptor = words.descriptor,
          .extended_descriptor = words.extended};
}

/// A native program and the constants that its threads find in their registers. Threads hold its address.
class BuiltProgram {
 public:
  using Constants = std::vector<std::pair<std::uint8_t, Grf>>;  // register, what it holds

  BuiltProgram(const std::vector<gen9::EuInstruction>& instructions, Constants constants,
               const MessageContext* context);

  /// The program as `texpipe kernel disassemble` reads it.
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  const EuCode& code() const { return code_; }

  /// Starts a thread in the place of one that has ended. Its floats are those of IEEE, denormals too, as compiled code
  /// sets it.
  void start(ThreadRegisters& registers, std::unique_ptr<EuProgram>& program, EuDispatch dispatch) const;
  /// One whose channels all have their flags in f0 set.
  void start(ThreadRegisters& registers, std::unique_ptr<EuProgram>& program, std::uint32_t channels) const {
    start(registers, program, EuDispatch{.channels = channels, .flags = channels});
  }

 private:
  std::vector<std::uint8_t> bytes_;
  EuCode code_;
  Constants constants_;
  const MessageContext* context_;
};

/// Instructions compute every channel, also those that are not dispatched: samplers take differences between
/// neighbours. Comparisons and messages are for the dispatched ones.
class EuBuilder {
 public:
  /// @param channels    execution size, 4, 8 or 16
  /// @param first_free  first register that the thread's payload does not take
  EuBuilder(unsigned channels, std::uint8_t first_free);

  unsigned lanes_per_value() const { return channels_; }
  std::uint8_t registers_per_value() const { return static_cast<std::uint8_t>((channels_ + 7) / 8); }

  /// Reserves consecutive registers. Errors: kInternalError when none are left (r112 on belong to the end of thread).
  GrfRange allocate(unsigned count);
  /// The next free register. `free_from` with it frees what was reserved since, but for registers of constants.
  unsigned next_register() const { return next_register_; }
  void free_from(unsigned first) { next_register_ = first; }

  EuInput add(EuInput a, EuInput b) { return value(eu::kAdd, a, b); }
  EuInput multiply(EuInput a, EuInput b) { return value(eu::kMultiply, a, b); }
  EuInput multiply_add(EuInput a, EuInput b, EuInput c) { return value(eu::kMultiplyAdd, a, b, c); }
  EuInput reciprocal(EuInput a) { return value(eu::kReciprocal, a); }
  EuInput value(BuiltOperation operation, EuInput a, EuInput b = {}, EuInput c = {});

  /// Adds an operation into registers already allocated, with any execution size. A constant is the last source but of
  /// products with a sum, whose constants the thread finds in its registers.
  void into(GrfRange destination, BuiltOperation operation, unsigned channels, EuInput a, EuInput b = {},
            EuInput c = {});

  /// Flag of each channel in f0: a > b. Channels whose flag is clear keep it where `among` says so.
  enum class Among : std::uint8_t { kAll, kFlagged };
  void flags_greater(EuInput a, EuInput b, Among among = Among::kAll);

  /// f0 from a DWord, channel 0's flag in bit 0.
  void load_flags(EuInput scalar_flags);

  /// A jump, when none of so many channels from 0 on has its flag in f0 set, to a place that `land` gives later.
  /// @param channels  8, 16 or 32; fewer count as 8
  std::size_t jump_if_none(unsigned channels);
  void land(std::size_t jump);

  /// Place for `repeat`: the loop from here runs as often as the scalar says, at least once.
  std::uint32_t here() const { return static_cast<std::uint32_t>(instructions_.size()); }
  void repeat(EuInput scalar_count, std::uint32_t from);

  void send(const BuiltSend& send, unsigned channels);

  /// Ends the thread with a message to the thread spawner (specification/messages 6): r0 goes in r112.
  BuiltProgram finish(const MessageContext* context);

 private:
  gen9::EuInstruction& append(gen9::EuOpcode opcode, unsigned channels);
  EuInput in_register(EuInput input);

  unsigned channels_;
  unsigned next_register_;
  std::vector<gen9::EuInstruction> instructions_;
  BuiltProgram::Constants constants_;
  unsigned constant_count_ = 0;
};

}  // namespace texpipe::functional
