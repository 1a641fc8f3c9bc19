// Execution of a message by the data ports.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"

namespace texpipe::functional {

/// Bytes that a message read or wrote: of one channel, or of neighbours.
struct MemoryAccess {
  ByteAddress address;
  std::uint8_t size = 0;
};

struct DataPortOutcome {
  std::vector<MemoryAccess> writes;  // in order of channels; later ones win
  std::vector<MemoryAccess> reads;   // likewise; what a channel reads in one piece is one
  bool local = false;                // all of them are of shared local memory
  MessageResponse response;
};

/// Executes a data port message: typed surface reads and writes (typed_access.h), blocks (oword_block.h,
/// dual_oword_block.h, media_block.h, scratch_block.h), what lanes move one by one (lane_transfer.h), atomics
/// (atomic_message.h), SIMD4x2 forms of these (side_by_side.h) and memory fences, which have nothing to wait for where
/// every message takes effect at once. Places outside the surface are not written and read 0. Errors: kUnsupported,
/// naming the message, for every other message; kMalformedInput for a payload that does not fit its descriptor.
DataPortOutcome execute_data_port_message(GpuMemory& memory, const Message& message);

/// Executes a message into the outcome of an earlier one, whose storage it uses again.
void execute_data_port_message(GpuMemory& memory, const Message& message, DataPortOutcome& outcome);

}  // namespace texpipe::functional
