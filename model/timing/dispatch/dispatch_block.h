// Interface of a thread dispatcher, be it the model's or somebody else's.
#pragma once

#include <cstdint>

#include "timing/stage/block.h"

namespace texpipe::timing {

/// Starts the threads of a workload on the EUs by calls of their ThreadHost; socket n receives the ends of the threads
/// of subslice n.
class DispatchBlock : public Block {
 public:
  virtual std::uint64_t threads_ended() const = 0;
  /// Threads that are known: a source in phases tells of more later.
  virtual std::uint64_t threads_total() const = 0;
  /// Whether all threads have ended, and no phase is left that has more.
  virtual bool is_done() const { return threads_ended() == threads_total(); }
};

}  // namespace texpipe::timing
