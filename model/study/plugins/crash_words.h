// Words for code of somebody else's that crashes.
#pragma once

#include <signal.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

/// As long as it lives, a signal that says that code has crashed (SIGSEGV, SIGABRT and the like) ends the process with
/// a line on standard error and an exit code, where the system would end it without a word. One at a time.
class CrashWords {
 public:
  /// @param problem  the line, up to the signal's name
  CrashWords(const std::string& problem, ExitCode code);
  ~CrashWords();
  CrashWords(const CrashWords&) = delete;
  CrashWords& operator=(const CrashWords&) = delete;

  static constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

 private:
  std::array<struct sigaction, kSignals.size()> before_{};
  stack_t stack_before_{};
  std::vector<std::byte> stack_;  // for code that ran out of its own
};

}  // namespace texpipe::study
