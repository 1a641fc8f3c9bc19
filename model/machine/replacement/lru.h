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
  explicit LruPolicy(const PolicyPlace& place);

  void touched(std::uint32_t set, std::uint32_t way) override {
    used_[std::size_t{set} * ways_ + way] = ++uses_ << way_bits_ | way;
  }
  void filled(std::uint32_t set, std::uint32_t way) override { touched(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) override;
  /// Fetches from the host's memory what touched() and victim() of a set read.
  void prefetch(std::uint32_t set) const {
    constexpr std::size_t kFetched = 8;  // uses in 64 bytes
    const std::uint64_t* const used = &used_[std::size_t{set} * ways_];
    for (std::size_t way = 0; way < ways_; way += kFetched) __builtin_prefetch(used + way, 1);
  }
  /// Uses so far.
  std::uint64_t uses() const { return uses_; }
  /// Appends the ways of a set that were used after so many uses, the one longest ago first.
  void append_used_since(std::uint64_t uses, std::uint32_t set, std::vector<std::uint32_t>& ways) const;
  /// The victim among all ways of a set.
  std::uint32_t victim_of_all(std::uint32_t set) const;

 private:
  std::uint32_t ways_;
  unsigned way_bits_;
  std::uint64_t uses_ = 0;
  // By line: number of its last use, followed by its way, so that the least of a set says its way itself.
  std::vector<std::uint64_t> used_;
};

}  // namespace texpipe::machine
