// Threads that become ready while the simulation runs. The interface stands here because raster front end and
// dispatcher do not know each other; `system` connects them.
#pragma once

#include <functional>

namespace texpipe::timing {

/// A source of threads: a raster front end. The dispatcher starts a work group after it has opened.
class ThreadGate {
 public:
  virtual ~ThreadGate() = default;

  /// Tells that a group's last thread has ended.
  virtual void ended(unsigned group) = 0;

  /// Called once for each group, in order, at the time at which it opens. A group that opens at t starts at t + 1 or
  /// later.
  std::function<void()> opened;
};

}  // namespace texpipe::timing
