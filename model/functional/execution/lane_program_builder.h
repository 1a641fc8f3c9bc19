// Writes a lane program as expressions; results take the next free registers.
#pragma once

#include <vector>

#include "functional/execution/lane_program.h"

namespace texpipe::functional {

/// A send of a message that describes itself; registers and channels are for the caller to add.
template <class Message>
LaneSend send_of(const Message& message) {
  const auto words = message.encode();
  return {.shared_function = static_cast<std::uint8_t>(message.shared_function),
          .descriptor = words.descriptor,
          .extended_descriptor = words.extended};
}

class LaneProgramBuilder {
 public:
  /// @param lanes       execution size, 8 or 16
  /// @param first_free  first register that the thread's payload does not take
  LaneProgramBuilder(unsigned lanes, std::uint8_t first_free);

  unsigned lanes_per_value() const { return lanes_; }
  std::uint8_t registers_per_value() const { return static_cast<std::uint8_t>(lanes_ / 8); }

  /// Reserves consecutive registers. Errors: kInternalError when none are left (r112 on belong to the end of thread).
  GrfRange allocate(unsigned count);

  LaneOperand move(LaneOperand a) { return value(LaneOperation::kMove, a); }
  LaneOperand add(LaneOperand a, LaneOperand b) { return value(LaneOperation::kAdd, a, b); }
  LaneOperand multiply(LaneOperand a, LaneOperand b) { return value(LaneOperation::kMultiply, a, b); }
  LaneOperand multiply_add(LaneOperand a, LaneOperand b, LaneOperand c) {
    return value(LaneOperation::kMultiplyAdd, a, b, c);
  }
  LaneOperand reciprocal(LaneOperand a) { return value(LaneOperation::kReciprocal, a); }
  LaneOperand value(LaneOperation operation, LaneOperand a, LaneOperand b = {}, LaneOperand c = {});

  /// The same into registers already allocated, with any execution size.
  void into(GrfRange destination, LaneOperation operation, unsigned lane_count, LaneOperand a, LaneOperand b = {},
            LaneOperand c = {});

  /// Flag of each lane: a > b; `and_before` keeps only lanes whose flag was set.
  void flags_greater(LaneOperand a, LaneOperand b, bool and_before);

  /// A jump to a place that `land` gives later.
  std::size_t jump_if_none();
  void land(std::size_t jump);

  /// Place for `repeat`: the loop from here runs as often as the scalar says, at least once.
  std::uint32_t here() const { return static_cast<std::uint32_t>(instructions_.size()); }
  void repeat(LaneOperand scalar_count, std::uint32_t from);

  void send(const LaneSend& send, unsigned channels);

  /// Ends the thread with a message to the thread spawner (gen9-messages.md section 6): r0 goes in r112.
  LaneProgram finish(const MessageContext* context);

 private:
  unsigned lanes_;
  unsigned next_register_;
  std::vector<LaneInstruction> instructions_;
};

}  // namespace texpipe::functional
