// Where the cycles of a unit went: every cycle of the run is charged to exactly one category.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/enum_table.h"
#include "base/quantity.h"

namespace texpipe::machine {

/// Charged lazily: the owner tells when its state changes, and the cycles between two changes go to the state that
/// held. Several changes at one time leave only the last, so the account does not depend on the order of processes.
class CycleAccount {
 public:
  /// @param categories  values 0 to n-1 in order of precedence; category 0 is "busy". The account starts in the last
  /// one ("idle").
  explicit CycleAccount(EnumRows categories)
      : categories_{categories},
        cycles_(categories.rows.size(), 0),
        state_{static_cast<std::uint32_t>(categories.rows.size() - 1)} {}

  /// From cycle `now` on the unit is in `category`, where it is not busy.
  template <class Category>
  void enter(Cycles now, Category category) {
    const auto state = static_cast<std::uint32_t>(category);
    if (state == state_) return;
    charge_to(now);
    state_ = state;
  }

  /// The unit works in the cycles [from, until), which count as category 0 whatever its state. `from` is not before an
  /// earlier call's `from`; overlap counts once.
  void work(Cycles from, Cycles until) {
    if (from > busy_until_) {
      charge_to(from);
    } else if (from < charged_) {
      from = charged_;
    }
    busy_until_ = std::max(busy_until_, until);
  }

  /// Charges everything up to `end`. Work that lasts beyond it is cut.
  void charge_to(Cycles end) {
    if (end <= charged_) return;
    const Cycles busy_end = std::clamp(busy_until_, charged_, end);
    cycles_[0] += (busy_end - charged_).value();
    cycles_[state_] += (end - busy_end).value();
    charged_ = end;
  }

  EnumRows categories() const { return categories_; }
  Cycles cycles(std::uint32_t category) const { return Cycles{cycles_[category]}; }
  template <class Category>
  Cycles cycles_in(Category category) const {
    return cycles(static_cast<std::uint32_t>(category));
  }
  Cycles total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t part : cycles_) sum += part;
    return Cycles{sum};
  }

 private:
  EnumRows categories_;
  std::vector<std::uint64_t> cycles_;
  std::uint32_t state_;
  Cycles charged_;
  Cycles busy_until_;
};

}  // namespace texpipe::machine
