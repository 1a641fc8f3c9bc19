// Progress of a run, on stderr: a bar on a terminal, else a line every few seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

namespace texpipe::study {

enum class ProgressStyle { kNone, kBar, kHeartbeat };

/// kBar when stderr is a terminal, else kHeartbeat.
ProgressStyle progress_style_of_stderr();

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  Progress(std::ostream& out, ProgressStyle style, std::string name);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// @param done, total  of the same thing (threads); total 0: unknown
  /// @param note         shown behind, such as the simulated time
  void update(std::uint64_t done, std::uint64_t total, const std::string& note, Clock::time_point now = Clock::now());

 private:
  std::ostream& out_;
  ProgressStyle style_;
  std::string name_;
  Clock::time_point next_;
  bool drawn_ = false;
};

}  // namespace texpipe::study
