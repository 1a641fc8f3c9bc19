// The six scoreboard barriers of an SPA warp (resolution R24).
#pragma once

#include <array>
#include <cstdint>

#include "isa/spa/spa_operand.h"

namespace texpipe::functional {

/// Each barrier counts what is still to happen: instructions that name it raise it when they issue, and lower it when
/// their result is written (&wr) or their sources are read (&rd). &req waits until all of its barriers are at 0.
class ScoreboardBarriers {
 public:
  void raise(unsigned barrier) { ++counts_.at(barrier); }

  /// Before: a raise that has not been lowered.
  void lower(unsigned barrier) { --counts_.at(barrier); }

  std::uint32_t count(unsigned barrier) const { return counts_.at(barrier); }

  /// Whether every barrier of the mask is at 0; bit n is barrier n.
  bool clear(std::uint8_t mask) const {
    for (unsigned barrier = 0; barrier < spa::kBarriers; ++barrier) {
      if ((mask >> barrier & 1) != 0 && counts_[barrier] != 0) return false;
    }
    return true;
  }

 private:
  std::array<std::uint32_t, spa::kBarriers> counts_{};
};

}  // namespace texpipe::functional
