// Where a line was, and until when, on its way to who asked for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/quantity.h"

namespace texpipe::machine {

/// What a line waits for, or what moves it. Of a cache: its banks (their turn, a miss register, room for the request),
/// its latencies, and its port to who asks; these three stand side by side.
enum class LinePlace : std::uint8_t {
  kRegisters,
  kL1,
  kL2Banks,
  kL2,
  kL2Port,
  kSharedL2Banks,
  kSharedL2,
  kSharedL2Port,
  kL3Banks,
  kL3,
  kL3Port,
  kTlb,
  kLlcBanks,
  kLlc,
  kLlcPort,
  kMemoryQueue,
  kMemoryBanks,
  kMemory,
  kMemoryBus,
};
inline constexpr std::size_t kLinePlaces = static_cast<std::size_t>(LinePlace::kMemoryBus) + 1;

/// A cache's places: those of the level whose banks are `banks`.
struct CachePlaces {
  LinePlace banks = LinePlace::kL3Banks;
  LinePlace latency() const { return static_cast<LinePlace>(static_cast<unsigned>(banks) + 1); }
  LinePlace port() const { return static_cast<LinePlace>(static_cast<unsigned>(banks) + 2); }
};

/// Places in the order of time. Each level adds its own when it answers: what it adds of a time that is told already is
/// left out, so that a line that others asked for before is where it is from then on.
class LinePath {
 public:
  LinePath() {}  // NOLINT(modernize-use-equals-default): steps are written before they are read
  LinePath(const LinePath& other) { *this = other; }
  LinePath& operator=(const LinePath& other) {
    count_ = other.count_;
    until_ = other.until_;
    std::copy_n(other.steps_.begin(), count_, steps_.begin());
    return *this;
  }

  void clear() { count_ = 0, until_ = Cycles{}; }

  /// The line is at `place` until `until`, from the end of the step before on.
  void add(LinePlace place, Cycles until) {
    if (until <= until_) return;
    until_ = until;
    if (count_ == kMost) --count_;
    steps_[count_++] = {until, place};
  }
  void add(const LinePath& others) {
    for (std::uint32_t i = 0; i < others.count_; ++i) add(others.steps_[i].place, others.steps_[i].until);
  }

  Cycles until() const { return until_; }

  /// Calls visit(place, begin, end) for the parts of [from, until); what nobody told is the last place's.
  template <class Visit>
  void for_each(Cycles from, Cycles until, Visit&& visit) const {
    for (std::uint32_t i = 0; i < count_ && from < until; ++i) {
      const Cycles end = i + 1 == count_ ? until : std::min(steps_[i].until, until);
      if (end <= from) continue;
      visit(steps_[i].place, from, end);
      from = end;
    }
  }

 private:
  struct Step {
    Cycles until;
    LinePlace place = LinePlace::kL1;
  };
  /// Four caches of five steps each, L1 and memory.
  static constexpr std::uint32_t kMost = 28;

  std::uint32_t count_ = 0;
  Cycles until_;
  std::array<Step, kMost> steps_;
};

}  // namespace texpipe::machine
