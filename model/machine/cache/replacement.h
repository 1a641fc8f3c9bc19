// Which line of a full set makes room.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/enum_table.h"

namespace texpipe::machine {

enum class Replacement : std::uint8_t { kLru, kRandom };
EnumRows enum_rows(Replacement);

class ReplacementPolicy {
 public:
  virtual ~ReplacementPolicy() = default;

  /// The line was filled or used.
  virtual void touch(std::uint32_t set, std::uint32_t way) = 0;

  /// One of `candidates`, which are ways in rising order and not empty.
  virtual std::uint32_t victim(std::uint32_t set, const std::vector<std::uint32_t>& candidates) = 0;
};

/// @param seed  of the random policy; the others ignore it
std::unique_ptr<ReplacementPolicy> make_replacement(Replacement kind, std::uint32_t sets, std::uint32_t ways,
                                                    std::uint64_t seed);

}  // namespace texpipe::machine
