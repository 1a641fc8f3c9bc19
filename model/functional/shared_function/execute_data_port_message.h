// What the data ports do with a message.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"

namespace texpipe::functional {

/// Bytes that a message wrote: of one channel, or of neighbours.
struct MemoryWrite {
  ByteAddress address;
  std::uint8_t size = 0;
};

struct DataPortOutcome {
  std::vector<MemoryWrite> writes;  // in order of channels; later ones win
  MessageResponse response;
};

/// Executes a data port message: typed surface writes (gen9-messages.md section 5.3), OWord blocks
/// (oword_block.h), untyped surface reads and writes (untyped_surface.h). Places outside the surface are
/// not written. Errors: kUnsupported, naming the message, for every other message, for formats that typed writes do not
/// have and for surfaces whose channels are swizzled; kMalformedInput for a payload that does not fit its descriptor.
DataPortOutcome execute_data_port_message(GpuMemory& memory, const Message& message);

/// The same into an outcome of an earlier message, whose storage it uses again.
void execute_data_port_message(GpuMemory& memory, const Message& message, DataPortOutcome& outcome);

}  // namespace texpipe::functional
