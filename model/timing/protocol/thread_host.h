// Start of a thread by the dispatcher: a call, not a message. The interface stands here because dispatcher and EU do
// not know each other; `system` connects them.
#pragma once

#include <functional>

#include "machine/eu/thread_start.h"

namespace texpipe::timing {

/// A block with thread slots: an EU.
class ThreadHost {
 public:
  virtual ~ThreadHost() = default;

  /// An empty slot, to be loaded with a thread. Its registers hold zeros.
  virtual machine::ThreadStart& vacant(unsigned slot) = 0;
  /// Starts the thread with which the slot was loaded; it may issue from the next cycle on.
  virtual void start_thread(unsigned slot) = 0;
  /// The older threads at the same pixels, for which the thread in `slot` was started to wait
  /// (ThreadStart::waits_for_older), have ended: its sendc and sendsc may issue from the next cycle on. An EU that
  /// never waits need not know.
  virtual void end_older(unsigned /*slot*/) {}
  /// Calls once, when none of the messages that threads have sent is on its way any more: at once, or when the last
  /// one is answered. No thread may start before.
  virtual void when_quiet(std::function<void()> call) = 0;
};

/// The thread slots of an EU as the dispatcher sees them.
struct ThreadSlots {
  ThreadHost* host = nullptr;
  unsigned count = 0;
};

}  // namespace texpipe::timing
