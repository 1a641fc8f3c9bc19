// Words of a send as people have them: in any order, with reserved values, in an instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen9/message_descriptor.h"

namespace texpipe::gen9 {

/// Two words as a message, whatever they hold.
struct MessageReading {
  MessageWords words;
  std::string description;
  std::vector<FieldValue> fields;     // reserved codes among them, and set bits of no field as `reserved[0]`
  std::vector<Diagnostic> problems;   // why it is no message; none: it is one
  std::vector<std::string> warnings;  // why it cannot be sent
};

MessageReading read_message(MessageWords words);

/// Two words in the order extended descriptor, descriptor.
struct OrderedWords {
  MessageWords words;
  std::string change;  // in which they were given; empty: none
};
/// The words as they are where they are a message that can be sent; else swapped, or with the bytes of each turned,
/// where only that is one.
OrderedWords in_order(std::uint32_t first, std::uint32_t second);
/// True for words of a message that a thread can send.
bool can_be_sent(MessageWords words);

/// Why no thread can send a message (specification/messages 1.1); empty: it can.
std::vector<std::string> send_problems(const AnyMessage& message);

/// Words of the send that four DWords of an instruction are, given in the order of memory or from the last to the
/// first, with the bytes of each in order or turned. Errors: Error (kMalformedInput) for what is no send, and for a
/// send whose words are in registers.
struct InstructionWords {
  MessageWords words;
  std::string change;  // in which the DWords were given; empty: none
};
InstructionWords words_of_instruction(std::span<const std::uint32_t, 4> dwords);

}  // namespace texpipe::gen9
