// Resets in flight of a comparison: how many there were, and how a mismatch names the last one.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace texpipe::rtl_cosim {

inline constexpr std::uint32_t kUsualResetEvery = 1000;

class LastReset {
 public:
  void note(std::uint64_t cycle) {
    ++count_;
    cycle_ = cycle;
  }
  /// Without the first one, before cycle 0.
  std::uint64_t count() const { return count_; }
  /// "reset 2 was in cycle 310, 14 cycles before".
  std::string text(std::uint64_t cycle) const {
    if (count_ == 0) return "no reset but the first before it";
    return fmt::format("reset {} was in cycle {}, {} cycles before", count_, cycle_, cycle - cycle_);
  }

 private:
  std::uint64_t count_ = 0;
  std::uint64_t cycle_ = 0;
};

}  // namespace texpipe::rtl_cosim
