// How the dispatcher starts a thread: a call, not a message. Blocks meet here; `system` connects them.
#pragma once

#include <memory>

#include "functional/execution/eu_program.h"
#include "machine/statistics/cause_path.h"

namespace texpipe::timing {

/// A thread with its payload loaded.
struct ThreadStart {
  std::unique_ptr<functional::EuProgram> program;
  std::unique_ptr<functional::ThreadRegisters> registers;
  machine::CausePath path;  // why it starts now
};

/// Something with thread slots: an EU.
class ThreadHost {
 public:
  virtual ~ThreadHost() = default;

  /// Starts a thread in an empty slot; it may issue from the next cycle on.
  virtual void start_thread(unsigned slot, ThreadStart start) = 0;
};

}  // namespace texpipe::timing
