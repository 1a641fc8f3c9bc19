// Time of work whose amount is mostly the same as the time before.
#pragma once

#include <cstdint>

#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// work_at_rate(), computed only when the amount changes: it needs a wide division.
class RepeatedWork {
 public:
  explicit RepeatedWork(Fraction per_cycle) : per_cycle_{per_cycle} {}

  Subcycles operator()(std::uint64_t amount) {
    if (amount != amount_) {
      amount_ = amount;
      work_ = work_at_rate(amount, per_cycle_);
    }
    return work_;
  }

 private:
  Fraction per_cycle_;
  std::uint64_t amount_ = 0;
  Subcycles work_;
};

}  // namespace texpipe::machine
