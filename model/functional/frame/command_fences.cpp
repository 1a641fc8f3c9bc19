// Commands that may not be executed while draws before them are in flight.
#include "functional/frame/command_streamer.h"
#include "isa/gen9/commands/commands.h"

namespace texpipe::functional {

using gen9::CommandId;

/// Whether a command waits for the draws before it, reads or writes memory that they may use, or uses their counts.
/// Invalidations of what no cache of the model holds, states and instructions, wait for nothing.
bool CommandStreamer::is_fence() const {
  switch (layout_->id) {
    case CommandId::kMiNoop:
    case CommandId::kMiArbCheck:
    case CommandId::kMiArbOnOff:
    case CommandId::kMiUserInterrupt:
    case CommandId::kMiLoadRegisterImm:
    case CommandId::kMiBatchBufferStart:
      return false;
    case CommandId::kMiBatchBufferEnd:
      return returns_.empty();
    case CommandId::kPipeControl: {
      constexpr std::uint32_t kInvalidations = 1u << 2 | 1u << 11;
      return (words_[1] & ~kInvalidations) != 0;
    }
    case CommandId::kPipelineSelect:
    case CommandId::kStateBaseAddress:
    case CommandId::kGpgpuWalker:
    case CommandId::kWmHzOp:
    case CommandId::kSoBuffer:
      return true;
    default:
      return words_[0] >> 29 == 0;
  }
}

/// Leaves the command that was read for the next run.
void CommandStreamer::put_back() {
  next_ = at_;
  --stream_commands_;
  --commands_;
  end_commands();
}

}  // namespace texpipe::functional
