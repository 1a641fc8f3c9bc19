// Interface of an EU, be it the model's or somebody else's.
#pragma once

#include "timing/protocol/thread_host.h"
#include "timing/stage/block.h"

namespace texpipe::timing {

/// Executes the threads that the dispatcher loads into its slots; socket 0 sends their messages, the last of them the
/// end of the thread.
class EuBlock : public Block, public ThreadHost {};

}  // namespace texpipe::timing
