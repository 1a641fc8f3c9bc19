// Lines that samples touch, for who keeps tags of caches and wants no plan of footprints.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace texpipe::functional {

/// Lines of stored bytes that messages touch, in their order. A line that was touched shortly before is not noted
/// again.
class TouchedLines {
 public:
  static constexpr unsigned kLineBits = 6;

  void touch(std::uint64_t line) {
    if (count_ == lines_.size()) lines_.resize(2 * count_ + kRecent);
    std::uint64_t& recent = recent_[line % kRecent];
    lines_[count_] = line;
    count_ += recent != line ? 1 : 0;  // no branch: the host would guess wrong half the time
    recent = line;
  }
  void add_footprints(unsigned count) { footprints_ += count; }

  /// Address >> kLineBits of each.
  std::span<const std::uint64_t> lines() const { return std::span{lines_}.first(count_); }
  /// Footprints of the samples: pixels of a subspan that read the same levels with as many taps have one for each.
  std::uint64_t footprints() const { return footprints_; }

  void clear() { count_ = 0; }
  /// Lets lines that were touched before be noted again.
  void forget_recent() { recent_ = {}; }

 private:
  static constexpr std::size_t kRecent = 512;
  std::array<std::uint64_t, kRecent> recent_{};  // by their last bits
  std::vector<std::uint64_t> lines_;             // of which the first `count_` are noted
  std::size_t count_ = 0;
  std::uint64_t footprints_ = 0;
};

}  // namespace texpipe::functional
