// What relaxing each cause saves: one number per cause, worked on together.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "machine/statistics/cause.h"

namespace texpipe::machine {

/// None is below 0. Copied and joined at every hop of everything that moves, so by the widest vectors that the host has
/// (all give the same numbers), and not at all while nothing is saved, as in a run that does not trace lost cycles.
class Savings {
 public:
  static constexpr std::size_t kValues = (kCauses + 7) / 8 * 8;  // whole vectors

  /// What works on kValues numbers together; `join` and `join_both` as below.
  struct Kernels {
    void (*copy)(double* values, const double* other);
    void (*join)(double* values, const double* other, double gap);
    void (*join_both)(double* values, double* other, double gap);
  };
  /// What this host can run, the widest first, without vectors last.
  static std::vector<Kernels> host_kernels();

  Savings() {}  // NOLINT: values_ hold nothing while none_
  Savings(const Savings& other) : none_{other.none_} {
    if (!none_) kernels.copy(values_.data(), other.values_.data());
  }
  Savings& operator=(const Savings& other) {
    none_ = other.none_;
    if (!none_) kernels.copy(values_.data(), other.values_.data());
    return *this;
  }

  double operator[](std::size_t cause) const { return none_ ? 0.0 : values_[cause]; }

  void set(std::size_t cause, double value) {
    if (none_ && value == 0.0) return;
    hold();
    values_[cause] = value;
  }
  void add(std::size_t cause, double value) { set(cause, (*this)[cause] + value); }

  /// Of each cause the lesser one: its own `gap` cycles later, or the other's.
  void join(const Savings& other, double gap) {
    if (other.none_) {
      none_ = true;
    } else {
      hold();
      kernels.join(values_.data(), other.values_.data(), gap);
    }
  }
  /// The same, and the other becomes the result as well.
  void join_both(Savings& other, double gap) {
    if (other.none_) {
      none_ = true;
    } else {
      hold();
      kernels.join_both(values_.data(), other.values_.data(), gap);
    }
  }

 private:
  static const Kernels kernels;

  void hold() {
    if (none_) values_.fill(0.0);
    none_ = false;
  }

  bool none_ = true;  // nothing is saved, and values_ are not kept
  std::array<double, kValues> values_;
};

}  // namespace texpipe::machine
