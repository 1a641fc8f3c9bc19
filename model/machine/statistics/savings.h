// What relaxing each cause saves: one number per cause, worked on together.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/statistics/cause.h"

namespace texpipe::machine {

/// Causes of which it is followed, too, what a parameter twice as good saves.
inline constexpr std::size_t kTwiceFollowed = 17;

/// None is below 0. Copied and joined at every hop of everything that moves, so by the widest vectors that the host has
/// (all give the same numbers), and only as far as anything is saved: most causes never save anything on a given
/// machine. Causes have their places in the order in which they first saved something, in any Savings of the process;
/// what stands behind the last one kept is 0. So nothing is kept in a run that does not trace lost cycles.
class Savings {
 public:
  static constexpr std::size_t kVector = 8;
  static constexpr std::size_t kNames = kCauses + kTwiceFollowed;
  static constexpr std::size_t kValues = (kNames + kVector - 1) / kVector * kVector;

  /// What works on `count` numbers together, a multiple of kVector; `join` and `join_both` as below.
  struct Kernels {
    void (*copy)(double* values, const double* other, std::size_t count);
    void (*join)(double* values, const double* other, double gap, std::size_t count);
    void (*join_both)(double* values, double* other, double gap, std::size_t count);
  };
  /// What this host can run, the widest first, without vectors last.
  static std::vector<Kernels> host_kernels();

  Savings() {}  // NOLINT: values_ hold nothing behind kept_
  Savings(const Savings& other) { *this = other; }
  Savings& operator=(const Savings& other) {
    kept_ = other.kept_;
    if (kept_ > 0) kernels.copy(values_.data(), other.values_.data(), kept_);
    return *this;
  }

  double operator[](std::size_t cause) const {
    const std::size_t place = places_[cause];
    return place < kept_ ? values_[place] : 0.0;
  }

  void set(std::size_t cause, double value) {
    std::size_t place = places_[cause];
    if (place >= kept_) {
      if (value == 0.0) return;
      if (place == kNoPlace) place = places_[cause] = placed_++;
      keep(place / kVector * kVector + kVector);
    }
    values_[place] = value;
  }
  void add(std::size_t cause, double value) {
    const std::size_t place = places_[cause];
    if (place < kept_) {
      values_[place] += value;
    } else {
      set(cause, value);
    }
  }

  /// Of each cause the lesser one: its own `gap` cycles later, or the other's.
  void join(const Savings& other, double gap) {
    if (kept_ < other.kept_) keep(other.kept_);
    kept_ = other.kept_;
    if (kept_ > 0) kernels.join(values_.data(), other.values_.data(), gap, kept_);
  }
  /// The same, and the other becomes the result as well.
  void join_both(Savings& other, double gap) {
    if (kept_ < other.kept_) keep(other.kept_);
    kept_ = other.kept_;
    if (kept_ > 0) kernels.join_both(values_.data(), other.values_.data(), gap, kept_);
  }

 private:
  static constexpr std::uint8_t kNoPlace = 0xFF;
  static_assert(kValues < kNoPlace);

  static const Kernels kernels;
  static std::array<std::uint8_t, kNames> places_;
  static std::uint8_t placed_;

  void keep(std::size_t count) {
    std::fill(values_.begin() + kept_, values_.begin() + count, 0.0);
    kept_ = static_cast<std::uint32_t>(count);
  }

  std::uint32_t kept_ = 0;  // of the values: whole vectors
  std::array<double, kValues> values_;
};

}  // namespace texpipe::machine
