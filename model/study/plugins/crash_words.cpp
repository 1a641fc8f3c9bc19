#include "study/plugins/crash_words.h"

#include <unistd.h>

#include <string_view>

#include "base/printable.h"

namespace texpipe::study {

namespace {

// A handler may not allocate: texts are made before.
std::string text_of_crash;
int code_of_crash = 0;

std::string_view name_of_signal(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV, an access to memory that is not there\n";
    case SIGBUS:
      return "SIGBUS, an access to memory that is not there\n";
    case SIGFPE:
      return "SIGFPE, a division by zero\n";
    case SIGILL:
      return "SIGILL, an instruction that this processor does not have\n";
    default:
      return "SIGABRT, std::terminate or a failed assertion\n";
  }
}

void say_and_end(int signal) {
  const std::string_view name = name_of_signal(signal);
  const auto told =
      write(STDERR_FILENO, text_of_crash.data(), text_of_crash.size()) + write(STDERR_FILENO, name.data(), name.size());
  _exit(told < 0 ? 1 : code_of_crash);
}

}  // namespace

CrashWords::CrashWords(const std::string& problem, ExitCode code) : stack_(64 * 1024) {
  text_of_crash = printable(problem) + ": ";
  code_of_crash = static_cast<int>(code);
  stack_t own{};
  own.ss_sp = stack_.data();
  own.ss_size = stack_.size();
  sigaltstack(&own, &stack_before_);
  struct sigaction action {};
  action.sa_handler = say_and_end;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t n = 0; n < kSignals.size(); ++n) sigaction(kSignals[n], &action, &before_[n]);
}

CrashWords::~CrashWords() {
  for (std::size_t n = 0; n < kSignals.size(); ++n) sigaction(kSignals[n], &before_[n], nullptr);
  sigaltstack(&stack_before_, nullptr);
}

}  // namespace texpipe::study
