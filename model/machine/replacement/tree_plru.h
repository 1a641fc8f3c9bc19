// Replacement policy `plru`: pseudo-LRU by a binary tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/replacement/replacement_policy.h"

namespace texpipe::machine {

/// A set's ways are the leaves of a binary tree with one bit in each node: which half was not used last. The victim is
/// where the bits lead from the root; a half without a candidate is passed by. Ways that are no power of two leave the
/// last leaves empty.
class TreePlruPolicy final : public ReplacementPolicy {
 public:
  explicit TreePlruPolicy(const PolicyPlace& place);

  void touched(std::uint32_t set, std::uint32_t way) override;
  void filled(std::uint32_t set, std::uint32_t way) override { touched(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) override;

 private:
  std::uint32_t leaves_;  // ways, up to the next power of two
  std::vector<std::uint8_t>
      is_upper_;  // by set and node, the root being node 1: whether the bit leads to the upper half
};

}  // namespace texpipe::machine
