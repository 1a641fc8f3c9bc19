// Replacement policy `lru`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/replacement/replacement_policy.h"

namespace texpipe::machine {

/// The line that was used the longest time ago makes room. Final and inlined: lookups of most machines call it.
class LruPolicy final : public ReplacementPolicy {
 public:
  explicit LruPolicy(const PolicyPlace& place) : ways_{place.ways}, used_(std::size_t{place.sets} * place.ways, 0) {}

  void touched(std::uint32_t set, std::uint32_t way) override { used_[std::size_t{set} * ways_ + way] = ++uses_; }
  void filled(std::uint32_t set, std::uint32_t way) override { touched(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) override;
  /// The victim among all ways of a set.
  std::uint32_t victim_of_all(std::uint32_t set) const;

 private:
  std::uint32_t ways_;
  std::uint64_t uses_ = 0;
  std::vector<std::uint64_t> used_;  // by line: number of its last use
};

}  // namespace texpipe::machine
