// Threads that become ready while the simulation runs. Blocks meet here; `system` connects them.
#pragma once

#include <functional>

namespace texpipe::timing {

/// Something that makes threads: a raster front end. The dispatcher starts a work group when it has opened.
class ThreadGate {
 public:
  virtual ~ThreadGate() = default;

  /// A group's last thread has ended.
  virtual void ended(unsigned group) = 0;

  /// Called once for each group, in order, at the time at which it opens. What opens at t starts at t + 1 or later.
  std::function<void()> opened;
};

}  // namespace texpipe::timing
