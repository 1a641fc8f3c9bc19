// The blocks that this program was built with.
#pragma once

#include "timing/system/block_registry.h"

namespace texpipe::cli {

/// The model's blocks. A program of its own may link other ones; those of plug-ins, RTL among them, come to any.
timing::BlockRegistry linked_blocks();

}  // namespace texpipe::cli
