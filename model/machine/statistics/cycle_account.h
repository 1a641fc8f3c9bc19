// Account of a unit's cycles: every cycle of the run is charged to exactly one category.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/enum_table.h"
#include "base/quantity.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Whole cycles of a category, of the subcycles of all. Fractions are carried from category to category in order, so
/// that the cycles of all categories sum to the total.
inline std::uint64_t cycles_of_part(std::span<const std::uint64_t> parts, std::size_t category) {
  const std::uint64_t before =
      std::accumulate(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(category), std::uint64_t{0});
  return (before + parts[category]) / kSubcyclesPerCycle - before / kSubcyclesPerCycle;
}

/// Charged lazily: the owner tells when its state changes, and the cycles between two changes go to the state that
/// held. Several changes at one time leave only the last, so the account does not depend on the order of processes.
/// Work counts to the subcycle, so that two items of half a cycle are one busy cycle.
class CycleAccount {
 public:
  /// @param categories  values 0 to n-1 in order of precedence; category 0 is "busy". The account starts in the last
  /// one ("idle").
  explicit CycleAccount(EnumRows categories)
      : categories_{categories},
        parts_(categories.rows.size(), 0),
        state_{static_cast<std::uint32_t>(categories.rows.size() - 1)} {
    for (std::uint32_t i = 0; i < categories.rows.size(); ++i) {
      if (categories.rows[i].value != i) throw std::logic_error{"categories of a cycle account out of order"};
    }
  }

  /// Says that from cycle `now` on the unit is in `category` where it is not busy.
  template <class Category>
  void enter(Cycles now, Category category) {
    const auto state = static_cast<std::uint32_t>(category);
    if (state == state_) return;
    charge_to(now);
    state_ = state;
  }

  /// Says that the unit works in [from, until), which counts as category 0 whatever its state. `from` is not before an
  /// earlier call's `from`; overlap counts once.
  void work(Subcycles from, Subcycles until) {
    if (from > busy_until_) charge_to(from);
    busy_until_ = std::max(busy_until_, until);
  }
  void work(Cycles from, Cycles until) { work(subcycles(from), subcycles(until)); }

  /// Charges everything up to `end`. Work that lasts beyond it is cut.
  void charge_to(Cycles end) { charge_to(subcycles(end)); }

  /// Sets the account of a unit that keeps its own: subcycles of every category, in order, of the first `end` cycles.
  void settle(std::vector<std::uint64_t> parts, Cycles end) {
    parts_ = std::move(parts);
    charged_ = subcycles(end);
    settled_ = true;
  }

  /// Adds to `parts` the subcycles of every category, in order, as charge_to(now) would leave them; for an account that
  /// was settled, those of the last settle().
  void append_parts(Cycles now, std::vector<std::uint64_t>& parts) const {
    const std::size_t first = parts.size();
    parts.insert(parts.end(), parts_.begin(), parts_.end());
    const Subcycles end = subcycles(now);
    if (settled_ || end <= charged_) return;
    const Subcycles busy_end = std::clamp(busy_until_, charged_, end);
    parts[first] += (busy_end - charged_).value();
    parts[first + state_] += (end - busy_end).value();
  }

  EnumRows categories() const { return categories_; }

  /// Whole cycles of a category (cycles_of_part).
  Cycles cycles(std::uint32_t category) const { return Cycles{cycles_of_part(parts_, category)}; }
  template <class Category>
  Cycles cycles_in(Category category) const {
    return cycles(static_cast<std::uint32_t>(category));
  }
  Cycles total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t part : parts_) sum += part;
    return Cycles{sum / kSubcyclesPerCycle};
  }

 private:
  void charge_to(Subcycles end) {
    if (end <= charged_) return;
    const Subcycles busy_end = std::clamp(busy_until_, charged_, end);
    parts_[0] += (busy_end - charged_).value();
    parts_[state_] += (end - busy_end).value();
    charged_ = end;
  }

  EnumRows categories_;
  std::vector<std::uint64_t> parts_;  // subcycles by category
  std::uint32_t state_;
  Subcycles charged_;
  Subcycles busy_until_;
  bool settled_ = false;
};

}  // namespace texpipe::machine
