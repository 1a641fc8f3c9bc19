// Which line of a full set makes room.
#pragma once

#include <cstdint>
#include <vector>

#include "base/enum_table.h"

namespace texpipe::machine {

enum class Replacement : std::uint8_t { kLru, kRandom };
EnumRows enum_rows(Replacement);

/// The policy of one cache and what it remembers.
class ReplacementPolicy {
 public:
  /// @param seed  of the random policy; the other ignores it
  ReplacementPolicy(Replacement kind, std::uint32_t sets, std::uint32_t ways, std::uint64_t seed)
      : kind_{kind}, ways_{ways}, random_{seed}, used_(std::size_t{sets} * ways, 0) {}

  /// The line was filled or used.
  void touch(std::uint32_t set, std::uint32_t way) { used_[std::size_t{set} * ways_ + way] = ++uses_; }

  /// One of `candidates`, which are ways in rising order and not empty.
  std::uint32_t victim(std::uint32_t set, const std::vector<std::uint32_t>& candidates);
  /// One of all ways, none of which is empty.
  std::uint32_t victim(std::uint32_t set);

 private:
  std::uint64_t random_number();

  Replacement kind_;
  std::uint32_t ways_;
  std::uint64_t uses_ = 0;
  std::uint64_t random_;
  std::vector<std::uint64_t> used_;  // when each line was last, in uses
};

}  // namespace texpipe::machine
