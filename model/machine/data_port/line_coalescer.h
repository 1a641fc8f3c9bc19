// Reads or writes of a message gathered into lines.
#pragma once

#include <cstdint>
#include <vector>

#include "base/quantity.h"
#include "functional/shared_function/execute_data_port_message.h"

namespace texpipe::machine {

inline constexpr std::uint64_t kLineBytes = 64;  // of the data port, at most

/// A line of memory, and which of its bytes are read or written.
struct LineAccess {
  ByteAddress line;
  std::uint64_t bytes = 0;  // bit b: byte b
};

/// The lines that the accesses touch, each once, in order of first touch. An access may cross lines.
/// @param line   bytes of a line, at most 64
/// @param lines  takes them in place of what it held
void coalesce(const std::vector<functional::MemoryAccess>& accesses, ByteSize line, std::vector<LineAccess>& lines);

/// The same for as many accesses at a time as fit into `gather` bytes, at least one: each takes the power of two that
/// holds it, of a DWord or more, as the lanes of a register do. A line that several such groups touch is there for
/// each.
void gather_lines(const std::vector<functional::MemoryAccess>& accesses, ByteSize line, ByteSize gather,
                  std::vector<LineAccess>& lines);

}  // namespace texpipe::machine
