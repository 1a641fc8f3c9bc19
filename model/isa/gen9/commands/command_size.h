// DWords of commands and structures, and the bits that tell their number.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/gen9/commands/command_layout.h"

namespace texpipe::gen9 {

/// Most DWords that a command may have.
inline constexpr unsigned kMostCommandWords = 513;

/// Bits of the first word that tell the length; 0: the command has one word, or it is no command.
std::uint32_t length_mask(const CommandLayout& layout);

/// Writes the number of words into a command's first one; a structure stays as it is.
void set_length(const CommandLayout& layout, std::vector<std::uint32_t>& words);

/// Most DWords that a command or structure may have.
unsigned most_dwords(const CommandLayout& layout);

/// DWords that a command or structure has where nobody says otherwise: without any of the fields that repeat to its
/// end.
unsigned usual_dwords(const CommandLayout& layout);

/// Words whose fields are all 0; of a command with opcode and length. Errors: Error (kMalformedInput) for a command
/// that cannot have so many DWords.
std::vector<std::uint32_t> blank_words(const CommandLayout& layout, unsigned dwords);

}  // namespace texpipe::gen9
