// What every block of a machine is to those who bind it: sockets.
#pragma once

#include <string>

#include "timing/stage/sockets.h"

namespace texpipe::timing {

/// A module, or what owns some.
class Block {
 public:
  virtual ~Block() = default;

  /// Offers each of its sockets by the number that the machine's graph gives it.
  /// @param path  of the block in the graph
  virtual void offer_sockets(Sockets& sockets, const std::string& path) = 0;
};

}  // namespace texpipe::timing
