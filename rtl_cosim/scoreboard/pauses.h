// Pauses of a stimulus and the time after its end: a block that gives a result which nobody asked for is seen only
// while nothing is in flight.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

inline constexpr std::string_view kPauseBin = "handshake: nothing is offered and nothing in flight";

/// Cycles after the last result in which no other may come, at least.
inline constexpr std::uint64_t kDrainCycles = 256;

/// Before one request in 32 the stimulus waits until nothing is in flight, and then 1 to 64 cycles more.
class Pauses {
 public:
  /// @param any  false: every request is offered as soon as it can be
  Pauses(std::uint64_t seed, bool any) : seed_{seed}, any_{any} {}

  /// Whether request number `turn` is held back in this cycle; to be asked once a cycle, until it is offered.
  /// @param empty  nothing is in flight
  bool hold(std::uint64_t turn, bool empty) {
    if (!any_) return false;
    if (turn != turn_) {
      turn_ = turn;
      const std::uint64_t drawn = mixed(seed_, turn);
      left_ = drawn % 32 == 0 ? 1 + drawn / 32 % 64 : 0;
    }
    if (left_ == 0) return false;
    if (empty) --left_;
    return true;
  }

 private:
  std::uint64_t seed_;
  bool any_;
  std::uint64_t turn_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t left_ = 0;  // cycles of the pause before `turn_`
};

}  // namespace texpipe::rtl_cosim
