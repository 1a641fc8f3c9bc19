// Read ports of a cache's data banks.
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
  /// Treatment of a footprint that reads nothing: it passes without a port, or it takes the time of one read, after all
  /// reads before it.
  enum class Empty : bool { kPasses, kReads };

  /// @param ports    at least 1
  /// @param overlap  true: a footprint may start while another one reads; false: only when all reads before it have
  ///                 ended
  /// @param arrays   the banks form so many arrays of equal size, one after the other; footprints that read different
  ///                 arrays overlap in any case
  BankPorts(std::uint32_t banks, std::uint32_t ports, bool overlap = true, std::uint32_t arrays = 1,
            Empty empty = Empty::kPasses)
      : free_at_(banks),
        read_{work_at_rate(1, ports)},
        overlap_{overlap},
        empty_{empty},
        of_array_{banks / arrays},
        ends_(arrays) {}

  /// First cycle, `now` or later, in which a footprint with lines in these banks can start.
  Cycles earliest(std::span<const std::uint8_t> banks, Cycles now) const {
    if (banks.empty()) return empty_ == Empty::kReads ? std::max(now, cycles_touched(end_)) : now;
    if (!overlap_) now = std::max(now, cycles_touched(ends_[array_of(banks)]));
    Subcycles free;
    for (const std::uint8_t bank : banks) free = std::max(free, free_at_[bank]);
    return std::max(now, Cycles{free.value() / kSubcyclesPerCycle});
  }

  /// Reads one line in each of these banks from `now` on, which is earliest(). Returns the end of the last read of all
  /// that were claimed so far.
  Subcycles claim(std::span<const std::uint8_t> banks, Cycles now) {
    const Subcycles from = subcycles(now);
    if (banks.empty()) {
      if (empty_ == Empty::kPasses) return end_;
      end_ = from + read_;
      for (Subcycles& end : ends_) end = end_;
      return end_;
    }
    Subcycles last;
    for (const std::uint8_t bank : banks) {
      Subcycles& free = free_at_[bank];
      free = std::max(free, from) + read_;
      last = std::max(last, free);
    }
    Subcycles& end = ends_[array_of(banks)];
    end = std::max(end, last);
    end_ = std::max(end_, end);
    return end_;
  }

 private:
  std::size_t array_of(std::span<const std::uint8_t> banks) const { return banks.front() / of_array_; }

  std::vector<Subcycles> free_at_;  // by bank: the moment at which its last read ends
  Subcycles read_;
  bool overlap_;
  Empty empty_;
  std::uint32_t of_array_;       // banks of one array
  std::vector<Subcycles> ends_;  // by array: the end of its last read
  Subcycles end_;                // end of the last read of all arrays
};

}  // namespace texpipe::machine
