// SIMD4x2 messages to data port 1: two slots with up to four values each, side by side in a register.
#pragma once

#include "functional/message/message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

/// A SIMD4x2 form of an untyped or typed read, write or atomic.
bool is_side_by_side(const gen9::DataPortMessage& fields);

/// The SIMD8 message that does the same in its lanes 0 and 1. A slot's values stand in DWords 0 to 3 of a register, the
/// other's in 4 to 7: an untyped address in the first (of 64 bits in the first two; assumed), the coordinates u, v, r
/// and level of a texel in all, what is read or written by colour, an atomic's operands in the first two, its answer in
/// the first (as Mesa's vec4 compiler lays them out). A slot takes part when one of its four channels is enabled, in
/// the execution mask and in a header's sample mask.
class SideBySide {
 public:
  /// Errors: kMalformedInput for a payload that does not fit its descriptor.
  SideBySide(const Message& message, const gen9::DataPortMessage& fields);

  const Message& message() const { return message_; }
  const gen9::DataPortMessage& fields() const { return fields_; }

  /// The registers that the SIMD4x2 message answers with. @param response  of message()
  MessageResponse packed(const MessageResponse& response) const;

 private:
  std::uint8_t colors_;  // bit n: colour n is moved
  gen9::DataPortMessage fields_;
  Message message_;
};

}  // namespace texpipe::functional
