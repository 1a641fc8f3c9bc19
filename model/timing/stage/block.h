// Interface of every block of a machine for those who bind it: its sockets.
#pragma once

#include <string>

#include "timing/stage/sockets.h"

namespace texpipe::timing {

/// A module, or an object that owns some.
class Block {
 public:
  virtual ~Block() = default;

  /// Offers each socket by the number that the machine's graph gives it.
  /// @param path  path of the block in the graph
  virtual void offer_sockets(Sockets& sockets, const std::string& path) = 0;
};

}  // namespace texpipe::timing
