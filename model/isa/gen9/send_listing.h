// The send instructions of a disassembler's listing, with their descriptor words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

struct ListedSend {
  SourcePosition position;  // of the mnemonic
  std::string offset;       // byte offset as the listing prints it, as `0620`; may be empty
  std::string instruction;  // mnemonic, and the execution size where it stands behind it: `sends (16|M0)`
  std::string extended_text;
  std::string descriptor_text;
  std::optional<MessageWords> words;  // nothing when one of them is in a register
  std::string note;                   // what the line leaves open, or why there are no words; empty: nothing
};

/// True for a line of a send and operands.
bool has_send(std::string_view line);

/// Every `send`, `sendc`, `sends` and `sendsc` of a listing, a line each: mnemonic, operands, then the extended
/// descriptor and the descriptor, each a 0x number or a register a0.n. Text of other instructions, labels, comments and
/// what stands in braces is ignored. Sends as Mesa prints them, over one or two lines, are read by mesa_send.h.
/// Errors: Error (kMalformedInput) with the place of each send that has no such words, and for a text without sends.
std::vector<ListedSend> read_send_listing(std::string_view text, const std::string& file);

}  // namespace texpipe::gen9
