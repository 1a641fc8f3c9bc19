// Where the threads of a workload come from.
#pragma once

#include <memory>

#include "functional/execution/eu_program.h"

namespace texpipe::functional {

/// The threads of a workload: equal work groups, numbered from 0.
class ThreadSource {
 public:
  virtual ~ThreadSource() = default;
  virtual unsigned groups() const = 0;
  virtual unsigned threads_per_group() const = 0;

  /// The program of a thread; loads the thread's payload into `registers`. Equal arguments give equal threads.
  virtual std::unique_ptr<EuProgram> start(unsigned group, unsigned thread, ThreadRegisters& registers) const = 0;
};

}  // namespace texpipe::functional
