// Lines of depth buffers that nobody has written since a fast clear.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/quantity.h"
#include "functional/message/target_work.h"

namespace texpipe::functional {

/// After a fast clear the hierarchical buffer says that a block holds the clear value: what the depth buffer itself has
/// there counts for nothing until somebody writes it (Mesa's documentation of isl, auxiliary surfaces in the state
/// "clear"). Kept line by line.
class ClearedLines {
 public:
  /// Whether lines are kept; without it none ever is clear.
  void keep(bool kept) { kept_ = kept; }
  bool kept() const { return kept_; }

  /// A fast clear covers a line of depth.
  void add(ByteAddress line) {
    if (kept_) pages_[page_of(line)] |= bit_of(line);
  }
  bool holds(ByteAddress line) const {
    const auto page = pages_.find(page_of(line));
    return page != pages_.end() && (page->second & bit_of(line)) != 0;
  }
  /// Whether a use of a line reads nothing because it is clear.
  bool spares(const FrameLine& line) const {
    return line.read && line.cache == FrameCache::kDepth && holds(line.address);
  }
  /// Somebody writes a line. @return  whether it was clear
  bool remove(ByteAddress line) {
    const auto page = pages_.find(page_of(line));
    if (page == pages_.end() || (page->second & bit_of(line)) == 0) return false;
    page->second &= ~bit_of(line);
    if (page->second == 0) pages_.erase(page);
    return true;
  }

 private:
  static constexpr std::uint64_t kLinesOfPage = 64;

  static std::uint64_t page_of(ByteAddress line) { return line.value() / kFrameLine / kLinesOfPage; }
  static std::uint64_t bit_of(ByteAddress line) { return std::uint64_t{1} << line.value() / kFrameLine % kLinesOfPage; }

  bool kept_ = false;
  std::unordered_map<std::uint64_t, std::uint64_t> pages_;  // bits of their lines
};

}  // namespace texpipe::functional
