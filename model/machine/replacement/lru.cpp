#include "machine/replacement/lru.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>

namespace texpipe::machine {

LruPolicy::LruPolicy(const PolicyPlace& place)
    : ways_{place.ways},
      way_bits_{static_cast<unsigned>(std::bit_width(place.ways - 1))},
      used_(std::size_t{place.sets} * place.ways) {
  for (std::size_t line = 0; line < used_.size(); ++line) used_[line] = line % ways_;
}

std::uint32_t LruPolicy::victim(std::uint32_t set, std::span<const std::uint32_t> candidates) {
  const std::uint64_t* used = &used_[std::size_t{set} * ways_];
  std::uint32_t oldest = candidates.front();
  for (const std::uint32_t way : candidates) {
    if (used[way] < used[oldest]) oldest = way;
  }
  return oldest;
}

void LruPolicy::append_used_since(std::uint64_t uses, std::uint32_t set, std::vector<std::uint32_t>& ways) const {
  const auto first = used_.begin() + static_cast<std::ptrdiff_t>(std::size_t{set} * ways_);
  const std::uint64_t least = (uses + 1) << way_bits_;
  thread_local std::vector<std::uint64_t> recent;
  recent.clear();
  std::copy_if(first, first + ways_, std::back_inserter(recent), [least](std::uint64_t used) { return used >= least; });
  std::sort(recent.begin(), recent.end());
  for (const std::uint64_t used : recent)
    ways.push_back(static_cast<std::uint32_t>(used & ((std::uint64_t{1} << way_bits_) - 1)));
}

std::uint32_t LruPolicy::victim_of_all(std::uint32_t set) const {
  constexpr std::uint32_t kAtOnce = 4;  // comparisons that do not wait for one another
  const std::uint64_t* const used = &used_[std::size_t{set} * ways_];
  std::array<std::uint64_t, kAtOnce> least;
  least.fill(std::numeric_limits<std::uint64_t>::max());
  std::uint32_t way = 0;
  for (; way + kAtOnce <= ways_; way += kAtOnce) {
    for (std::uint32_t i = 0; i < kAtOnce; ++i) least[i] = std::min(least[i], used[way + i]);
  }
  for (; way < ways_; ++way) least[0] = std::min(least[0], used[way]);
  const std::uint64_t oldest = std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
  return static_cast<std::uint32_t>(oldest & ((std::uint64_t{1} << way_bits_) - 1));
}

}  // namespace texpipe::machine
