// Interface of replacement policies: which line of a full set makes room. Both timings, warm-up and walks without time
// ask the same class (cache/tag_array.h), so that a policy is written once.
#pragma once

#include <cstdint>
#include <span>

namespace texpipe::machine {

/// A cache, or one bank of it, as its policy sees it: sets of lines, by number.
struct PolicyPlace {
  std::uint32_t sets = 1;
  std::uint32_t ways = 1;
  std::uint64_t seed = 1;  // the parameter `seed` of the cache, for policies that draw numbers
};

/// The policy of one cache or bank, with the history that it keeps of each set. Empty ways are filled without asking
/// it.
class ReplacementPolicy {
 public:
  virtual ~ReplacementPolicy() = default;

  /// A line that is there was read or written.
  virtual void touched(std::uint32_t set, std::uint32_t way) = 0;

  /// A line came: into an empty way, or in place of the victim.
  virtual void filled(std::uint32_t set, std::uint32_t way) = 0;

  /// Chooses the way that makes room. No way of the set is empty; a line whose bytes are on their way is no candidate.
  /// @param candidates  ways to choose from, in rising order, at least one
  virtual std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) = 0;
};

/// Random numbers that are the same everywhere: SplitMix64 (Steele, Lea, Flood 2014), for which any seed is a good one.
class SeededNumbers {
 public:
  explicit SeededNumbers(std::uint64_t seed) : state_{seed} {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// One of `candidates`, which is not empty.
  std::uint32_t one_of(std::span<const std::uint32_t> candidates) { return candidates[next() % candidates.size()]; }

 private:
  std::uint64_t state_;
};

}  // namespace texpipe::machine
