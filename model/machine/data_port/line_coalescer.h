// Reads or writes of a message gathered into lines.
#pragma once

#include <cstdint>
#include <vector>

#include "base/quantity.h"
#include "functional/shared_function/execute_data_port_message.h"

namespace texpipe::machine {

inline constexpr std::uint64_t kLineBytes = 64;  // longest line of the data port

/// A line of memory, and the bytes of it that are read or written.
struct LineAccess {
  ByteAddress line;
  std::uint64_t bytes = 0;  // bit b: byte b
};

/// The lines that the accesses touch, each once, in order of first touch. An access may cross lines.
/// @param line   bytes of a line, at most 64
/// @param lines  result; what it held is dropped
void coalesce(const std::vector<functional::MemoryAccess>& accesses, ByteSize line, std::vector<LineAccess>& lines);

/// Gathers the lines of groups of accesses. A group is as many accesses, one at least, as fit into `gather` bytes; each
/// takes the power of two that holds it, a DWord at least, as the lanes of a register do. A line that several groups
/// touch is listed once for each of them.
void gather_lines(const std::vector<functional::MemoryAccess>& accesses, ByteSize line, ByteSize gather,
                  std::vector<LineAccess>& lines);

}  // namespace texpipe::machine
