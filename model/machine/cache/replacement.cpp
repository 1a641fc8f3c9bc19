#include "machine/cache/replacement.h"

#include <array>

namespace texpipe::machine {
namespace {

constexpr std::array<EnumRow, 2> kRows{{
    {0, "lru", "the line that was used the longest time ago"},
    {1, "random", "any line, from a seeded generator"},
}};

}  // namespace

EnumRows enum_rows(Replacement) {
  return {"replacement policy", kRows};
}

std::uint32_t ReplacementPolicy::victim(std::uint32_t set, const std::vector<std::uint32_t>& candidates) {
  if (kind_ == Replacement::kRandom) return candidates[random_number() % candidates.size()];
  const std::uint64_t* used = &used_[std::size_t{set} * ways_];
  std::uint32_t oldest = candidates.front();
  for (const std::uint32_t way : candidates) {
    if (used[way] < used[oldest]) oldest = way;
  }
  return oldest;
}

std::uint32_t ReplacementPolicy::victim(std::uint32_t set) {
  if (kind_ == Replacement::kRandom) return static_cast<std::uint32_t>(random_number() % ways_);
  const std::uint64_t* used = &used_[std::size_t{set} * ways_];
  std::uint64_t least = used[0];
  std::uint32_t oldest = 0;
  for (std::uint32_t way = 1; way < ways_; ++way) {
    const bool older = used[way] < least;
    least = older ? used[way] : least;
    oldest = older ? way : oldest;
  }
  return oldest;
}

/// SplitMix64 (Steele, Lea, Flood 2014): any seed is a good seed.
std::uint64_t ReplacementPolicy::random_number() {
  std::uint64_t z = (random_ += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace texpipe::machine
