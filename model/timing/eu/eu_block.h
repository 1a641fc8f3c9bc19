// What a machine asks of an EU, the model's or somebody else's.
#pragma once

#include "timing/stage/block.h"
#include "timing/transaction/thread_host.h"

namespace texpipe::timing {

/// Executes the threads that the dispatcher loads into its slots; socket 0 sends their messages, the last of them the
/// end of the thread.
class EuBlock : public Block, public ThreadHost {};

}  // namespace texpipe::timing
