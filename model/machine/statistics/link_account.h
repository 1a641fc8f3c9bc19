// Account of a link: its cycles and bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "machine/statistics/statistics.h"

namespace texpipe::machine {

inline constexpr std::array<EnumRow, 2> kPortCycles{{
    {0, "busy", "bytes cross the link"},
    {1, "idle", "nothing has to cross it"},
}};

/// Account of a link of limited width whose receiver never lets it wait.
struct LinkAccount {
  /// @param name  name of the link in its group: `port_0` has `port_0_cycles` and `port_0_bytes`
  LinkAccount(StatisticsGroup& group, const std::string& name, const std::string& description)
      : cycles{group.account(name + "_cycles", description + ": cycles", {"link cycle", kPortCycles})},
        bytes{group.counter(name + "_bytes", StatisticUnit::kBytes, description + ": bytes moved")} {}

  void move(std::uint64_t count, Subcycles from, Subcycles until) {
    cycles.work(from, until);
    bytes.add(count);
  }

  CycleAccount& cycles;
  Counter& bytes;
};

}  // namespace texpipe::machine
