#include "machine/replacement/lru.h"

namespace texpipe::machine {

std::uint32_t LruPolicy::victim(std::uint32_t set, std::span<const std::uint32_t> candidates) {
  const std::uint64_t* used = &used_[std::size_t{set} * ways_];
  std::uint32_t oldest = candidates.front();
  for (const std::uint32_t way : candidates) {
    if (used[way] < used[oldest]) oldest = way;
  }
  return oldest;
}

std::uint32_t LruPolicy::victim_of_all(std::uint32_t set) const {
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

}  // namespace texpipe::machine
