// How the dispatcher starts a thread: a call, not a message. Blocks meet here; `system` connects them.
#pragma once

#include "machine/eu/thread_start.h"

namespace texpipe::timing {

/// Something with thread slots: an EU.
class ThreadHost {
 public:
  virtual ~ThreadHost() = default;

  /// An empty slot, to be loaded with a thread: its registers hold zeros.
  virtual machine::ThreadStart& vacant(unsigned slot) = 0;
  /// Starts the thread that it was loaded with; it may issue from the next cycle on.
  virtual void start_thread(unsigned slot) = 0;
};

/// One as the dispatcher sees it.
struct ThreadSlots {
  ThreadHost* host = nullptr;
  unsigned count = 0;
};

}  // namespace texpipe::timing
