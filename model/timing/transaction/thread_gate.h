// Threads that become ready while the simulation runs. Blocks meet here; `system` connects them.
#pragma once

#include <functional>

namespace texpipe::timing {

/// Something that makes threads: a raster front end. The dispatcher starts a group when its gate is open.
class ThreadGate {
 public:
  virtual ~ThreadGate() = default;

  /// Whether everything that a group's threads need is there. Groups open in order.
  virtual bool is_open(unsigned group) const = 0;

  /// A group's last thread has ended.
  virtual void ended(unsigned group) = 0;

  /// Called at the time at which a group opens.
  std::function<void()> opened;
};

}  // namespace texpipe::timing
