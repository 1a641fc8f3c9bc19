// Older threads at the pixels of each thread, for which sendc waits.
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "functional/frame/pixel/pixel_threads.h"

namespace texpipe::functional {

namespace {

/// Thread that was the last one at each place of a subspan, in a table that is never more than half full.
class LastThreads {
 public:
  explicit LastThreads(std::size_t subspans)
      : places_(std::bit_ceil(2 * subspans + 1)), shift_{64 - std::countr_zero(places_.size())} {}

  /// @return  the thread that was there before; kNone: there was none
  std::uint32_t exchange(std::int64_t layer, const ShadedSubspan& subspan, std::uint32_t thread) {
    constexpr std::uint64_t kGoldenRatio = 0x9E37'79B9'7F4A'7C15;  // spreads keys (Knuth, vol. 3, 6.4)
    const std::uint64_t key = static_cast<std::uint64_t>(layer) << 40 | std::uint64_t{std::uint16_t(subspan.x)} << 20 |
                              std::uint64_t{std::uint16_t(subspan.y)};
    for (std::size_t at = key * kGoldenRatio >> shift_;; at = (at + 1) & (places_.size() - 1)) {
      Place& place = places_[at];
      if (place.thread != kNone && place.key != key) continue;
      place.key = key;
      return std::exchange(place.thread, thread);
    }
  }

  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

 private:
  struct Place {
    std::uint64_t key = 0;
    std::uint32_t thread = kNone;
  };
  std::vector<Place> places_;
  int shift_;
};

}  // namespace

const OlderThreads* PixelThreads::older_at_same_pixels() const {
  if (older_) return &*older_;
  older_.emplace();
  LastThreads last{batch_.subspans.size()};
  for (std::uint32_t thread = 0; thread < batch_.threads.size(); ++thread) {
    older_->starts.push_back(static_cast<std::uint32_t>(older_->groups.size()));
    const PixelThread& shaded = batch_.threads[thread];
    const std::int64_t layer = batch_.primitives[shaded.primitive].layer;
    for (unsigned s = 0; s < shaded.subspans; ++s) {
      const std::uint32_t before = last.exchange(layer, batch_.subspans[shaded.first_subspan + s], thread);
      const auto own = older_->groups.begin() + older_->starts.back();
      if (before == LastThreads::kNone || before == thread) continue;
      if (std::find(own, older_->groups.end(), before) != older_->groups.end()) continue;
      older_->groups.push_back(before);
    }
  }
  older_->starts.push_back(static_cast<std::uint32_t>(older_->groups.size()));
  return &*older_;
}

}  // namespace texpipe::functional
