// log.txt of a run: what was asked for, what happened when, what was odd.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "study/definition/study.h"

namespace texpipe::study {

class RunLog {
 public:
  explicit RunLog(bool to_stderr) : to_stderr_{to_stderr} {}

  /// The command, and every parameter that is not a default, with where it was set.
  /// @param settings  configuration.values()
  void begin(const Configuration& configuration, const std::vector<ParameterNode>& settings,
             const std::vector<std::string>& command_line);

  /// A phase has ended: a line with the seconds since the beginning.
  void phase(const std::string& what);
  void warn(const std::vector<Diagnostic>& warnings);
  /// Logs the warning of a run that goes on: on standard error, too.
  void warn_now(const std::string& warning);
  void note(const std::string& line);

  const std::string& text() const { return text_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool to_stderr_;
  std::string text_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace texpipe::study
