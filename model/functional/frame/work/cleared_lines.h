// Lines of depth buffers and colour targets that nobody has written since a fast clear.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "base/quantity.h"
#include "functional/message/target_work.h"

namespace texpipe::functional {

/// After a fast clear the hierarchical buffer of depth, or the auxiliary surface of colours, says that a block holds
/// the clear value: what the buffer itself has there counts for nothing until somebody writes it (Mesa's documentation
/// of isl, auxiliary surfaces in the state "clear"). Kept line by line.
class ClearedLines {
 public:
  /// Whether lines of a cache, that of depth or of colours, are kept; without it none of them ever is clear.
  void keep(FrameCache cache, bool kept) { kept_[static_cast<std::size_t>(cache)] = kept; }
  bool keeps(FrameCache cache) const { return kept_[static_cast<std::size_t>(cache)]; }

  /// A fast clear covers a line.
  void add(const FrameLine& line) {
    if (keeps(line.cache)) pages_[page_of(line.address)] |= bit_of(line.address);
  }
  bool holds(ByteAddress line) const {
    if (pages_.empty()) return false;
    const auto page = pages_.find(page_of(line));
    return page != pages_.end() && (page->second & bit_of(line)) != 0;
  }
  /// Whether a use of a line reads nothing because it is clear. Colours of a target without auxiliary surface are not,
  /// whatever stood at their place before.
  bool spares(const FrameLine& line) const {
    return line.read && (line.cache == FrameCache::kDepth || line.auxiliary) && holds(line.address);
  }
  /// Somebody writes a line. @return  whether it was clear
  bool remove(const FrameLine& line) {
    if (pages_.empty() || (line.cache != FrameCache::kDepth && line.cache != FrameCache::kColor)) return false;
    const auto page = pages_.find(page_of(line.address));
    if (page == pages_.end() || (page->second & bit_of(line.address)) == 0) return false;
    page->second &= ~bit_of(line.address);
    if (page->second == 0) pages_.erase(page);
    return true;
  }

 private:
  static constexpr std::uint64_t kLinesOfPage = 64;

  static std::uint64_t page_of(ByteAddress line) { return line.value() / kFrameLine / kLinesOfPage; }
  static std::uint64_t bit_of(ByteAddress line) { return std::uint64_t{1} << line.value() / kFrameLine % kLinesOfPage; }

  std::array<bool, kFrameCaches> kept_{};
  std::unordered_map<std::uint64_t, std::uint64_t> pages_;  // bits of their lines
};

}  // namespace texpipe::functional
