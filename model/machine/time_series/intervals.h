// Table of a unit's time for each small amount of work: a division costs more than everything else in a stage.
#pragma once

#include <array>
#include <cstddef>

#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// work_at_rate() for 0, 1, 2 ... units.
template <std::size_t kCount>
std::array<Subcycles, kCount> works_at_rate(Fraction per_cycle) {
  std::array<Subcycles, kCount> works;
  for (std::size_t i = 0; i < kCount; ++i) works[i] = work_at_rate(i, per_cycle);
  return works;
}

}  // namespace texpipe::machine
