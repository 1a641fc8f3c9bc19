// How the dispatcher starts a thread: a call, not a message. Blocks meet here; `system` connects them.
#pragma once

#include "machine/eu/thread_start.h"

namespace texpipe::timing {

/// Something with thread slots: an EU.
class ThreadHost {
 public:
  virtual ~ThreadHost() = default;

  /// Starts a thread in an empty slot; it may issue from the next cycle on.
  virtual void start_thread(unsigned slot, machine::ThreadStart start) = 0;
};

}  // namespace texpipe::timing
