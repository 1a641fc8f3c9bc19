// Processes of this host that do a piece of work each and tell text: SystemC has one simulation at a time in a process.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace texpipe::study {

/// Copies of this process, made when a piece starts: what is read and built before is there at once. None outlives this
/// process, however it ends; signals of the terminal reach this process alone.
class ProcessPool {
 public:
  /// @param jobs  processes at a time, at least 1
  explicit ProcessPool(unsigned jobs) : jobs_{jobs} {}
  ~ProcessPool();
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  bool full() const { return running_.size() >= jobs_; }
  bool empty() const { return running_.empty(); }

  /// Takes the messages of a process, one by one; returns false when nobody hears them.
  using Tell = std::function<bool(std::string_view)>;

  /// Does the work in a new process, there. It must not throw.
  void start(std::size_t piece, const std::function<void(const Tell&)>& work);

  struct Ended {
    std::size_t piece;
    std::string told;  // all of it, or what came until the process ended badly
    std::string how;   // it ended so: `by signal 11`; empty: well
  };
  /// Waits until a process has ended, a signal came or `most` is over.
  std::vector<Ended> wait(std::chrono::milliseconds most);

 private:
  struct Process {
    std::size_t piece = 0;
    pid_t id = 0;
    int pipe = -1;
    std::string told{};
  };

  Ended end(std::size_t n);

  unsigned jobs_;
  std::vector<Process> running_;
};

}  // namespace texpipe::study
