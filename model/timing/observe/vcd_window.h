// Of which blocks and times waves are written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/quantity.h"

namespace texpipe::timing {

struct VcdWindow {
  Cycles from;
  Cycles to{~std::uint64_t{0}};     // not included
  std::vector<std::string> blocks;  // paths; a block's channels and those below it are written. Empty: all
};

}  // namespace texpipe::timing
