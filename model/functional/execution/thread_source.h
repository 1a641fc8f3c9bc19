// Source of a workload's threads.
#pragma once

#include <memory>
#include <string>

#include "functional/execution/eu_program.h"

namespace texpipe::functional {

/// The threads of a workload: equal work groups, numbered from 0.
class ThreadSource {
 public:
  virtual ~ThreadSource() = default;
  /// Name of the threads' program in texts about a run: `kernel blur`. Empty: it has none.
  virtual std::string name() const { return {}; }
  virtual unsigned groups() const = 0;
  virtual unsigned threads_per_group() const = 0;

  /// Starts a thread: loads its payload into `registers`, which hold zeros, and its program. Equal arguments give equal
  /// threads.
  /// @param program  of an earlier thread that has ended, in whose storage the new one may stand; null: none
  virtual void start(unsigned group, unsigned thread, ThreadRegisters& registers,
                     std::unique_ptr<EuProgram>& program) const = 0;
};

}  // namespace texpipe::functional
