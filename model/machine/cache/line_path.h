// Path of a line to its requester: the places where it was, and until when.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/quantity.h"
#include "machine/blocks/block_facts.h"

namespace texpipe::machine {

/// A place of a line: what it waits for there, or what moves it. Each cache of lines has three places, by its number in
/// kLineCaches from kCaches on: see CachePlaces.
enum class LinePlace : std::uint8_t {
  kRegisters,
  kL1,
  kTlb,
  kCrossbar,
  kMemoryQueue,
  kMemoryBanks,
  kMemory,
  kMemoryBus,
  kCaches,
};
inline constexpr std::size_t kPlacesOfCache = 3;
inline constexpr std::size_t kLinePlaces =
    static_cast<std::size_t>(LinePlace::kCaches) + kPlacesOfCache * kLineCaches.size();

/// Places of a line in one cache: at its banks (waiting for their turn, a miss register or room), in its latencies, and
/// at its port to the requester.
struct CachePlaces {
  LinePlace banks;
  constexpr LinePlace latency() const { return static_cast<LinePlace>(static_cast<unsigned>(banks) + 1); }
  constexpr LinePlace port() const { return static_cast<LinePlace>(static_cast<unsigned>(banks) + 2); }
};

/// The places of a cache of lines.
constexpr CachePlaces places_of(BlockKind cache) {
  return {static_cast<LinePlace>(static_cast<std::size_t>(LinePlace::kCaches) + kPlacesOfCache * cache_number(cache))};
}

/// The places of a line in the order of time. Each level adds its own when it answers. Times that an earlier call has
/// covered already are left out; so a request that joins a line on its way finds it at the place where it then is.
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
    if (count_ > 0 && steps_[count_ - 1].place == place) {
      steps_[count_ - 1].until = until;
      return;
    }
    if (count_ == kMost) --count_;
    steps_[count_++] = {until, place};
  }
  void add(const LinePath& others) {
    for (std::uint32_t i = 0; i < others.count_; ++i) add(others.steps_[i].place, others.steps_[i].until);
  }

  Cycles until() const { return until_; }

  /// Calls visit(place, begin, end) for the parts of [from, until). Times after the last step belong to the last place.
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
  /// Five steps for every cache (its banks, tags and the translation on the way down, its fill and port on the way up),
  /// six for L1 and memory, and two for the ways through a crossbar. No line has more, so that both timings, which put
  /// a path together in different orders, keep the same steps.
  static constexpr std::uint32_t kMost = 8 + 5 * kLineCaches.size();

  std::uint32_t count_ = 0;
  Cycles until_;
  std::array<Step, kMost> steps_;
};

}  // namespace texpipe::machine
