// Every command, structure and register of the 3D and compute pipelines, and the command of a first DWord.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "isa/gen9/commands/command_layout.h"

namespace texpipe::gen9 {

/// Commands in the order of CommandId, structures that commands point to or hold, and registers.
std::span<const CommandLayout* const> all_commands();
std::span<const CommandLayout* const> all_state_structures();
std::span<const CommandLayout* const> all_registers();

const CommandLayout& layout_of(CommandId id);

/// The command of a first DWord; null: none that the tables know.
const CommandLayout* find_command(std::uint32_t first_word);

/// The command or structure of a documented name; null: none.
const CommandLayout* find_layout(std::string_view name);

/// Length in DWords of the command that begins with this word, whether the tables know it or not; 0: it begins no
/// command (command types 1, 4 and above).
unsigned command_length(std::uint32_t first_word);

}  // namespace texpipe::gen9
