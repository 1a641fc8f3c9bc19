// What limits a run, read off its accounts: from the filters (of kernels: the EUs) to the first unit that does not wait
// for another one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "study/report/run_numbers.h"

namespace texpipe::study {

/// The account of all units of one kind in a machine: shares of their cycles, in the account's order.
struct UnitAccount {
  std::string unit;  // `slice.subslice.sampler.filter`; of a link with its direction and end
  std::vector<std::pair<std::string, double>> shares{};
  double share(std::string_view category) const;
};

struct RunLimit {
  std::vector<UnitAccount> way{};  // from the filters or EUs to the unit that limits the run, which is last
  std::string unit{};              // that one
  std::string state{};             // what it does: `busy`, `waiting_for_miss`
  double share = 0;                // of its cycles

  /// `sampler.writeback: busy 94 % of the cycles`
  std::string text() const;
};

/// Follows back-pressure: a unit that is blocked is left for the one behind it, one that lacks work for the one before
/// it, until one waits for itself alone or works nearly always. Of those on the way, the one that is longest busy or
/// waits longest for lines or its own latency limits the run. Nothing for a run without accounts, as an untimed one.
std::optional<RunLimit> limit_of(const std::vector<RunNumber>& numbers);

}  // namespace texpipe::study
