// Replacement policies of a few lines each: `random`, `fifo` and `nmru`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/replacement/replacement_policy.h"

namespace texpipe::machine {

/// Any line makes room.
class RandomPolicy final : public ReplacementPolicy {
 public:
  explicit RandomPolicy(const PolicyPlace& place) : numbers_{place.seed} {}

  void touched(std::uint32_t, std::uint32_t) override {}
  void filled(std::uint32_t, std::uint32_t) override {}
  std::uint32_t victim(std::uint32_t, std::span<const std::uint32_t> candidates) override {
    return numbers_.one_of(candidates);
  }

 private:
  SeededNumbers numbers_;
};

/// The line that came first makes room, however often it was used since.
class FifoPolicy final : public ReplacementPolicy {
 public:
  explicit FifoPolicy(const PolicyPlace& place) : ways_{place.ways}, came_(std::size_t{place.sets} * place.ways, 0) {}

  void touched(std::uint32_t, std::uint32_t) override {}
  void filled(std::uint32_t set, std::uint32_t way) override { came_[std::size_t{set} * ways_ + way] = ++fills_; }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) override {
    const std::uint64_t* came = &came_[std::size_t{set} * ways_];
    std::uint32_t first = candidates.front();
    for (const std::uint32_t way : candidates) {
      if (came[way] < came[first]) first = way;
    }
    return first;
  }

 private:
  std::uint32_t ways_;
  std::uint64_t fills_ = 0;
  std::vector<std::uint64_t> came_;  // by line: number of its fill
};

/// Any line but the one of the set that was used last.
class NotMostRecentlyUsedPolicy final : public ReplacementPolicy {
 public:
  explicit NotMostRecentlyUsedPolicy(const PolicyPlace& place) : numbers_{place.seed}, last_(place.sets, 0) {}

  void touched(std::uint32_t set, std::uint32_t way) override { last_[set] = way; }
  void filled(std::uint32_t set, std::uint32_t way) override { touched(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) override {
    others_.clear();
    for (const std::uint32_t way : candidates) {
      if (way != last_[set]) others_.push_back(way);
    }
    return others_.empty() ? candidates.front() : numbers_.one_of(others_);
  }

 private:
  SeededNumbers numbers_;
  std::vector<std::uint32_t> last_;  // by set: the way that was used last
  std::vector<std::uint32_t> others_;
};

}  // namespace texpipe::machine
