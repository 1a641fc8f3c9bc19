// Choice of the blocks and times of which waves are written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/quantity.h"

namespace texpipe::timing {

struct VcdWindow {
  Cycles from;
  Cycles to{~std::uint64_t{0}};     // first cycle that is not written
  std::vector<std::string> blocks;  // paths; channels of these blocks and of those below them are written. Empty: all
};

}  // namespace texpipe::timing
