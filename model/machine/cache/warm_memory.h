// Memory whose rows can be opened without time.
#pragma once

#include "base/quantity.h"

namespace texpipe::machine {

class WarmMemory {
 public:
  virtual ~WarmMemory() = default;

  /// Leaves the row of an address open in its bank, as the last request to it does.
  virtual void open_row(ByteAddress address) = 0;
};

}  // namespace texpipe::machine
