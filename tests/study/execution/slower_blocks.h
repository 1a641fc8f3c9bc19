// Blocks of somebody else's, one of every kind, each slower than the model's.
#pragma once

#include "timing/system/block_registry.h"

namespace texpipe::test {

inline constexpr const char* kSlower = "slower";

/// The model's blocks, and under the name `slower` one of every kind: the model's with `parameters.extra` more cycles
/// of one of its times (1 to 1000, 10 where nothing is said).
timing::BlockRegistry slower_blocks();

}  // namespace texpipe::test
