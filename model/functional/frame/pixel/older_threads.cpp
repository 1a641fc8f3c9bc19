// Older threads at the pixels of each thread, for which sendc waits.
#include <algorithm>
#include <array>
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

OlderThreads older_threads(std::span<const PixelBatch* const> batches) {
  OlderThreads older;
  std::size_t subspans = 0;
  for (const PixelBatch* batch : batches) subspans += batch->subspans.size();
  LastThreads last{subspans};
  std::uint32_t number = 0;
  for (const PixelBatch* batch : batches) {
    for (const PixelThread& thread : batch->threads) {
      older.starts.push_back(static_cast<std::uint32_t>(older.groups.size()));
      const std::int64_t layer = batch->primitives[thread.primitive].layer;
      for (unsigned s = 0; s < thread.subspans; ++s) {
        const std::uint32_t before = last.exchange(layer, batch->subspans[thread.first_subspan + s], number);
        const auto own = older.groups.begin() + older.starts.back();
        if (before == LastThreads::kNone || before == number) continue;
        if (std::find(own, older.groups.end(), before) != older.groups.end()) continue;
        older.groups.push_back(before);
      }
      ++number;
    }
  }
  older.starts.push_back(static_cast<std::uint32_t>(older.groups.size()));
  return older;
}

const OlderThreads* PixelThreads::older_at_same_pixels() const {
  if (!older_) older_ = older_threads(std::array{&batch_});
  return &*older_;
}

}  // namespace texpipe::functional
