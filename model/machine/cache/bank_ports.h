// The read ports of a cache's data banks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/quantity.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Each bank reads `ports` lines per cycle. Footprints start in order, in the first cycle in which all their banks can
/// start; those of one cycle share the ports, so that a bank with two reads for one and none for the next costs both
/// no more than a cycle.
class BankPorts {
 public:
  /// @param ports    at least 1
  /// @param overlap  a footprint may start while another one reads; else when the last read of those before it ends
  BankPorts(std::uint32_t banks, std::uint32_t ports, bool overlap = true)
      : banks_(banks), read_{work_at_rate(1, ports)}, overlap_{overlap} {}

  /// First cycle, `now` or later, in which a footprint with lines in these banks can start.
  Cycles earliest(std::span<const std::uint8_t> banks, Cycles now) const {
    if (!overlap_) now = std::max(now, Cycles{(end_.value() + kSubcyclesPerCycle - 1) / kSubcyclesPerCycle});
    for (const std::uint8_t bank : banks) now = banks_[bank].earliest(now);
    return now;
  }

  /// Reads one line in each of these banks from `now` on, which is earliest(). Returns the end of the last read of all
  /// that were claimed so far.
  Subcycles claim(std::span<const std::uint8_t> banks, Cycles now) {
    for (const std::uint8_t bank : banks) {
      banks_[bank].claim(now, read_);
      end_ = std::max(end_, banks_[bank].free_at());
    }
    return end_;
  }

 private:
  std::vector<IssueSlot> banks_;
  Subcycles read_;
  bool overlap_;
  Subcycles end_;
};

}  // namespace texpipe::machine
