// MI_MATH: the command streamer's arithmetic on 64-bit registers.
#pragma once

#include <cstdint>
#include <span>

#include "functional/frame/command_registers.h"

namespace texpipe::functional {

/// Runs the instructions of an MI_MATH command (specification/3d-pipeline 1). The zero and carry flags store as all
/// ones or zero. Errors: kMalformedInput for an operation or operand that the document does not list.
/// @param instructions  the command's words behind its header
void run_command_math(std::span<const std::uint32_t> instructions, CommandRegisters& registers);

}  // namespace texpipe::functional
