// A histogram with bounded memory: exact up to 63, then eight buckets per power of two.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/quantity.h"

namespace texpipe::machine {

class Histogram {
 public:
  struct Bucket {
    std::uint64_t low;   // smallest value of the bucket
    std::uint64_t high;  // largest value
    std::uint64_t weight;
  };

  void add(std::uint64_t value, std::uint64_t weight = 1) {
    if (weight == 0) return;
    const std::size_t index = index_of(value);
    if (index >= weights_.size()) weights_.resize(index + 1, 0);
    weights_[index] += weight;
    low_ = count_ == 0 ? value : std::min(low_, value);
    high_ = std::max(high_, value);
    count_ += weight;
    sum_ += value * weight;
  }

  /// Sets a level that holds over time (a queue's entries): from cycle `now` on it is `level`. Each level weighs as
  /// many as its cycles.
  void set_level(Cycles now, std::uint64_t level) {
    charge_to(now);
    level_ = level;
    has_level_ = true;
  }

  /// Adds the present level with its cycles up to `end`.
  void charge_to(Cycles end) {
    if (end <= charged_) return;
    if (has_level_) add(level_, (end - charged_).value());
    charged_ = end;
  }

  /// Says that the levels up to `end` have been added already.
  void skip_to(Cycles end) { charged_ = end; }

  /// Weight and sum as charge_to(now) would leave them.
  std::uint64_t count_at(Cycles now) const { return count_ + held(now); }
  std::uint64_t sum_at(Cycles now) const { return sum_ + held(now) * level_; }

  std::uint64_t count() const { return count_; }  // total weight
  std::uint64_t sum() const { return sum_; }
  std::uint64_t low() const { return low_; }
  std::uint64_t high() const { return high_; }
  double mean() const { return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_); }

  /// Buckets with weight, in rising order.
  std::vector<Bucket> buckets() const {
    std::vector<Bucket> result;
    result.reserve(weights_.size() - static_cast<std::size_t>(std::count(weights_.begin(), weights_.end(), 0)));
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (weights_[i] != 0) result.push_back({low_of(i), low_of(i + 1) - 1, weights_[i]});
    }
    return result;
  }

 private:
  static constexpr unsigned kExactBits = 6;
  static constexpr unsigned kSplitBits = 3;

  /// Cycles up to `now` in which the present level held and that were not added yet.
  std::uint64_t held(Cycles now) const { return has_level_ && now > charged_ ? (now - charged_).value() : 0; }

  static std::size_t index_of(std::uint64_t value) {
    if (value < (1u << kExactBits)) return static_cast<std::size_t>(value);
    const unsigned octave = static_cast<unsigned>(std::bit_width(value)) - 1;
    const std::uint64_t part = (value >> (octave - kSplitBits)) & ((1u << kSplitBits) - 1);
    return (1u << kExactBits) + ((octave - kExactBits) << kSplitBits) + static_cast<std::size_t>(part);
  }
  static std::uint64_t low_of(std::size_t index) {
    if (index < (1u << kExactBits)) return index;
    const std::size_t beyond = index - (1u << kExactBits);
    const unsigned octave = kExactBits + static_cast<unsigned>(beyond >> kSplitBits);
    return (std::uint64_t{1} << octave) + ((beyond & ((1u << kSplitBits) - 1)) << (octave - kSplitBits));
  }

  std::vector<std::uint64_t> weights_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  std::uint64_t level_ = 0;
  bool has_level_ = false;
  Cycles charged_;
};

}  // namespace texpipe::machine
