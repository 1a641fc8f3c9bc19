// Replacement policy of a cache: the line of a full set that makes room.
#pragma once

#include <cstdint>
#include <vector>

#include "base/enum_table.h"

namespace texpipe::machine {

enum class Replacement : std::uint8_t { kLru, kRandom };
EnumRows enum_rows(Replacement);

/// The policy of one cache, with the history that it needs.
class ReplacementPolicy {
 public:
  /// @param seed  of the random policy; others ignore it
  ReplacementPolicy(Replacement kind, std::uint32_t sets, std::uint32_t ways, std::uint64_t seed)
      : kind_{kind}, ways_{ways}, random_{seed}, used_(std::size_t{sets} * ways, 0) {}

  /// Notes that a line was filled or used.
  void touch(std::uint32_t set, std::uint32_t way) { used_[std::size_t{set} * ways_ + way] = ++uses_; }

  /// Chooses a victim among `candidates`, which are ways in rising order and not empty.
  std::uint32_t victim(std::uint32_t set, const std::vector<std::uint32_t>& candidates);
  /// Chooses a victim among all ways, none of which is empty.
  std::uint32_t victim(std::uint32_t set);

 private:
  std::uint64_t random_number();

  Replacement kind_;
  std::uint32_t ways_;
  std::uint64_t uses_ = 0;
  std::uint64_t random_;
  std::vector<std::uint64_t> used_;  // by line: number of its last use
};

}  // namespace texpipe::machine
