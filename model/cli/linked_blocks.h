// The blocks that this program was built with.
#pragma once

#include "timing/system/block_registry.h"

namespace texpipe::cli {

/// The model's blocks and, where RTL was built in, its blocks under the name `rtl`.
timing::BlockRegistry linked_blocks();

}  // namespace texpipe::cli
