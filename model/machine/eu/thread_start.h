// A thread as the dispatcher hands it to an EU.
#pragma once

#include <memory>

#include "functional/execution/eu_program.h"

namespace texpipe::machine {

/// A thread with its payload loaded. It reuses the storage of earlier threads in its slot.
struct ThreadStart {
  std::unique_ptr<functional::EuProgram> program;
  std::unique_ptr<functional::ThreadRegisters> registers;
  bool waits_for_older = false;  // threads at the same pixels have not ended when it starts
};

}  // namespace texpipe::machine
