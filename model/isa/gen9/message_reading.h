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

/// Two words in the order extended descriptor, descriptor; swapped where only the other order is a message that can be
/// sent.
struct OrderedWords {
  MessageWords words;
  bool swapped = false;
};
OrderedWords in_order(std::uint32_t first, std::uint32_t second);

/// Why no thread can send a message (specification/messages 1.1); empty: it can.
std::vector<std::string> send_problems(const AnyMessage& message);

/// Words of the send that four DWords of an instruction are, given in the order of memory or from the last to the
/// first. Errors: Error (kMalformedInput) for what is no send, and for a send whose words are in registers.
struct InstructionWords {
  MessageWords words;
  bool swapped = false;
};
InstructionWords words_of_instruction(std::span<const std::uint32_t, 4> dwords);

}  // namespace texpipe::gen9
