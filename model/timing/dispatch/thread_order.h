// Order of threads that shade the same pixels: who waits for whom.
#pragma once

#include <cstdint>
#include <vector>

#include "functional/execution/thread_source.h"
#include "timing/protocol/thread_host.h"

namespace texpipe::timing {

/// Tells the EUs of threads that wait for older ones at the same pixels when these have ended. A source names the last
/// older thread at a pixel only, so that a thread stands in the way of younger ones until it has ended and none stands
/// in its own way.
class ThreadOrder {
 public:
  /// A phase of so many groups of one thread begins, when no thread runs. @param older  null: threads wait for none
  void begin(const functional::OlderThreads* older, unsigned groups);

  /// The thread of a group starts, after those of all groups before it. @return whether older ones are in its way; then
  /// its host is told when they no longer are
  bool start(unsigned group, ThreadHost& host, unsigned slot);
  void end(unsigned group);

 private:
  struct Thread {
    ThreadHost* host = nullptr;
    std::uint32_t slot = 0;
    std::uint32_t in_the_way = 0;  // older threads
    bool ended = false;
    std::vector<std::uint32_t> younger;  // in whose way it is
  };

  bool is_in_the_way(const Thread& thread) const { return !thread.ended || thread.in_the_way != 0; }

  const functional::OlderThreads* older_ = nullptr;
  std::vector<Thread> threads_;  // by group; none: threads wait for none
};

}  // namespace texpipe::timing
