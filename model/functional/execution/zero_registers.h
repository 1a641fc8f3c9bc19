// Registers that become zeros.
#pragma once

#include <cstddef>
#include <span>

#include "functional/execution/eu_program.h"

namespace texpipe::functional {

/// A run of registers becomes zeros. @param first, count  inside of the file
void zero_registers(ThreadRegisters& registers, std::size_t first, std::size_t count);

/// Bytes of a thread's state become zeros.
void zero_bytes(std::span<std::byte> bytes);

}  // namespace texpipe::functional
