// The accounts of a run by the units that keep them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/summary/run_limit.h"

namespace texpipe::study {

/// Name of a unit without the part in front of every unit: `slice.subslice.sampler.filter` is `sampler.filter`.
std::string short_unit_name(std::string_view unit);

class UnitAccounts {
 public:
  explicit UnitAccounts(const std::vector<RunNumber>& numbers);

  /// Account of a unit; none where the machine has no such unit, or it never did anything.
  std::optional<UnitAccount> find(std::string_view unit) const;

  /// Units that are at work for at least this share of their cycles, the busiest first.
  std::vector<UnitUse> working(double least) const;

 private:
  struct Parts {
    std::vector<std::pair<std::string, double>> categories;  // cycles
  };

  /// Parts by unit: all units of a kind together, and each bank, port and way on its own.
  std::map<std::string, Parts, std::less<>> units_, single_;
};

}  // namespace texpipe::study
