// Source of a workload's threads.
#pragma once

#include <memory>
#include <string>

#include "functional/execution/eu_program.h"

namespace texpipe::functional {

/// The threads of a workload: equal work groups, numbered from 0. Where what runs next depends on what has run, they
/// come in phases: `groups`, `threads_per_group` and `start` tell of the current one.
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

  /// Makes the next phase the current one, after all threads of the current one have ended. False: there is none, and
  /// the source has no groups from then on.
  virtual bool advance() { return false; }
};

}  // namespace texpipe::functional
