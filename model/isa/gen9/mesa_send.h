// Sends as Mesa's disassembler prints them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

/// The message of a send line with `MsgDesc:`.
struct MesaSend {
  std::optional<MessageWords> words;  // none: the line does not say enough
  std::string shared_function;        // as Mesa has it
  std::string note;                   // what the line leaves open; empty: nothing
};

/// True when a text is a send as Mesa prints it, or the second line of one.
bool has_mesa_message(std::string_view text);

/// Words of a line's message, by its hexadecimal descriptors where Mesa prints them, else, for the sampler, by the
/// words behind `MsgDesc:` (`sample SIMD16 Surface = 1 Sampler = 0 mlen 4 rlen 8`). Errors: Error (kMalformedInput) for
/// a shared function or a word that there is not.
/// @param text  from the mnemonic on, both of the lines that Mesa makes of it
MesaSend read_mesa_send(std::string_view text);

}  // namespace texpipe::gen9
