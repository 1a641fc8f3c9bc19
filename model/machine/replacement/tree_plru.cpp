#include "machine/replacement/tree_plru.h"

#include <algorithm>
#include <bit>

namespace texpipe::machine {

TreePlruPolicy::TreePlruPolicy(const PolicyPlace& place)
    : leaves_{std::bit_ceil(place.ways)}, is_upper_(std::size_t{place.sets} * leaves_, 0) {}

void TreePlruPolicy::touched(std::uint32_t set, std::uint32_t way) {
  std::uint8_t* const is_upper = &is_upper_[std::size_t{set} * leaves_];
  for (std::uint32_t node = leaves_ + way; node > 1; node /= 2) is_upper[node / 2] = node % 2 == 0;
}

std::uint32_t TreePlruPolicy::victim(std::uint32_t set, std::span<const std::uint32_t> candidates) {
  const std::uint8_t* const is_upper = &is_upper_[std::size_t{set} * leaves_];
  std::uint32_t node = 1;
  std::uint32_t first = 0;  // way of the node's lowest leaf
  for (std::uint32_t half = leaves_ / 2; half > 0; half /= 2) {
    const auto middle = std::lower_bound(candidates.begin(), candidates.end(), first + half);
    const bool only_lower = middle == candidates.end(), only_upper = middle == candidates.begin();
    const bool upper = only_upper || (is_upper[node] != 0 && !only_lower);
    candidates = upper ? std::span{middle, candidates.end()} : std::span{candidates.begin(), middle};
    first += upper ? half : 0;
    node = 2 * node + (upper ? 1 : 0);
  }
  return candidates.front();
}

}  // namespace texpipe::machine
