// Limit of a run, read off its accounts: from the filters (of kernels: the EUs) to the first unit that does not wait
// for another one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/summary/run_numbers.h"

namespace texpipe::study {

/// The account of all units of one kind in a machine: shares of their cycles, in the account's order.
struct UnitAccount {
  std::string unit;  // `slice.subslice.sampler.filter`; of a link `slice.subslice.interconnect.response_from_sampler`
  std::vector<std::pair<std::string, double>> shares{};
  double share(std::string_view category) const;
};

/// A unit and the share of the cycles in which it works. Of banks and ports it is the one that works most.
struct UnitUse {
  std::string unit;  // `slice.l3.bank_2`
  double busy = 0;
};

/// A unit that waits for lines, and where they were most of that time.
struct LineWait {
  std::string unit;
  double share = 0;   // of its cycles
  std::string place;  // `memory`
  double there = 0;   // of its cycles
};

struct RunLimit {
  std::vector<UnitAccount> way{};  // from the filters or EUs to the unit that limits the run, which is last
  std::string unit{};              // that one
  std::string state{};             // what it does: `busy`, `waits_for_lines`, `issues_nothing`
  double share = 0;                // of its cycles
  std::vector<std::pair<std::string, double>> places{};  // of waits: where lines were, or what threads wait for
  std::vector<UnitUse> uses{};      // beside a busy unit those that work hardly less; of waits the unit that works most
  std::optional<LineWait> lines{};  // where neither work nor lines are nearly all: who waits for lines longest

  /// `sampler.writeback: busy 94 % of the cycles`; `sampler.l1: waits for lines 61 % of the cycles: memory's latency
  /// 40 %, L3's banks 12 %, L3's latency 9 %`.
  std::string text() const;

  /// Limit as a word for tables and conditions: `sampler.writeback`, `memory`, `l3.banks`, `eu`.
  std::string word() const;
};

/// Follows back-pressure: a unit that is blocked is left for the one behind it, one that lacks work for the one before
/// it, until one waits for itself alone. A unit that works nearly always limits the run: the one that the way ends at,
/// else the one of the machine that works most. Where none does, it is the unit on the way that works or waits for
/// lines longest, or one that works longer, when that is half of the time; else what threads wait for. Nothing for a
/// run without accounts, as an untimed one.
std::optional<RunLimit> limit_of(const std::vector<RunNumber>& numbers);

}  // namespace texpipe::study
