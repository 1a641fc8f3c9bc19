// Older threads at the pixels of each thread, for which sendc waits.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "functional/frame/pixel/pixel_threads.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;

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

 private:
  struct Place {
    std::uint64_t key = 0;
    std::uint32_t thread = kNone;
  };
  std::vector<Place> places_;
  int shift_;
};

/// Rectangle that holds all subspans.
struct Bounds {
  explicit Bounds(std::span<const PixelBatch* const> batches) {
    for (const PixelBatch* batch : batches) {
      for (const ShadedSubspan& subspan : batch->subspans) {
        left = std::min(left, subspan.x);
        top = std::min(top, subspan.y);
        right = std::max(right, subspan.x);
        bottom = std::max(bottom, subspan.y);
      }
      for (const ShadedPrimitive& primitive : batch->primitives) layers = layers || primitive.layer != 0;
    }
  }

  std::size_t columns() const { return static_cast<std::size_t>(right - left) / 2 + 1; }
  std::size_t rows() const { return static_cast<std::size_t>(bottom - top) / 2 + 1; }

  std::int32_t left = std::numeric_limits<std::int32_t>::max(), top = left;
  std::int32_t right = std::numeric_limits<std::int32_t>::min(), bottom = right;
  bool layers = false;  // more than the first
};

/// Table of the rectangle, for subspans that fill a good part of it: it needs no keys.
class LastThreadsInBounds {
 public:
  explicit LastThreadsInBounds(const Bounds& bounds)
      : bounds_{bounds}, columns_{bounds.columns()}, threads_(columns_ * bounds.rows(), kNone) {}

  std::uint32_t exchange(std::int64_t /*layer*/, const ShadedSubspan& subspan, std::uint32_t thread) {
    const auto column = static_cast<std::size_t>(subspan.x - bounds_.left) / 2;
    const auto row = static_cast<std::size_t>(subspan.y - bounds_.top) / 2;
    return std::exchange(threads_[row * columns_ + column], thread);
  }

 private:
  Bounds bounds_;
  std::size_t columns_;
  std::vector<std::uint32_t> threads_;
};

template <class Last>
OlderThreads older_threads(std::span<const PixelBatch* const> batches, Last last) {
  OlderThreads older;
  std::uint32_t number = 0;
  for (const PixelBatch* batch : batches) {
    for (const PixelThread& thread : batch->threads) {
      older.starts.push_back(static_cast<std::uint32_t>(older.groups.size()));
      const std::int64_t layer = batch->primitives[thread.primitive].layer;
      for (unsigned s = 0; s < thread.subspans; ++s) {
        const std::uint32_t before = last.exchange(layer, batch->subspans[thread.first_subspan + s], number);
        const auto own = older.groups.begin() + older.starts.back();
        if (before == kNone || before == number) continue;
        if (std::find(own, older.groups.end(), before) != older.groups.end()) continue;
        older.groups.push_back(before);
      }
      ++number;
    }
  }
  older.starts.push_back(static_cast<std::uint32_t>(older.groups.size()));
  return older;
}

}  // namespace

OlderThreads older_threads(std::span<const PixelBatch* const> batches) {
  constexpr std::size_t kMostEmpty = 8;  // places of the rectangle for each subspan
  std::size_t subspans = 0;
  for (const PixelBatch* batch : batches) subspans += batch->subspans.size();
  const Bounds bounds{batches};
  if (subspans != 0 && !bounds.layers && bounds.columns() * bounds.rows() <= kMostEmpty * subspans)
    return older_threads(batches, LastThreadsInBounds{bounds});
  return older_threads(batches, LastThreads{subspans});
}

const OlderThreads* PixelThreads::older_at_same_pixels() const {
  if (!older_) older_ = older_threads(std::array{&batch_});
  return &*older_;
}

}  // namespace texpipe::functional
