// Prefetching into the first level: what its prefetcher sees and wants, for both timings.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "machine/cache/line_cache_statistics.h"
#include "machine/cache/line_lookup.h"
#include "machine/cache/tag_array.h"
#include "machine/cache/texture_cache_parameters.h"
#include "machine/prefetch/prefetcher.h"

namespace texpipe::machine {

/// Whether the first level asks for lines ahead of lookups.
inline bool prefetches(const TextureCacheParameters& cache) {
  return cache.enabled && cache.prefetch != Prefetch::kNone;
}

/// Statistics of a first level that prefetches, else none.
inline std::optional<PrefetchStatistics> prefetch_statistics(const TextureCacheParameters& cache,
                                                             StatisticsGroup& group) {
  if (!prefetches(cache)) return std::nullopt;
  return std::optional<PrefetchStatistics>{std::in_place, group};
}

/// The prefetcher of a first level. Lines of decoded texels have the numbers of their decoded addresses.
class FirstLevelPrefetch {
 public:
  FirstLevelPrefetch(const TextureCacheParameters& cache, const std::optional<PrefetchStatistics>& counts)
      : page_bits_{kPageBits - static_cast<unsigned>(std::countr_zero(cache.line.value()))},
        mshrs_{cache.mshrs},
        prefetcher_{prefetches(cache) ? prefetchers().at(cache.prefetch)(cache.prefetch_degree) : nullptr},
        counts_{counts} {}

  explicit operator bool() const { return prefetcher_ != nullptr; }
  const PrefetchStatistics& counts() const { return *counts_; }

  /// Whether a prefetch may take a register: the last one is left to misses.
  /// @param taken  registers of lines on their way, with those of lines that arrive in this cycle
  bool may_take(std::uint64_t taken) const { return taken + 1 < mshrs_; }

  /// Shows the prefetcher the lookup of a line, and calls want(LineKey) for each line that it asks for in the same
  /// page: translations beyond are nobody's. Returns whether the line had been prefetched and is used for the first
  /// time.
  template <class Want>
  bool see(TagArray& tags, LineKey key, LineLookup result, Want&& want) {
    const auto place = tags.find(key);
    const bool first_use = place && tags.take_prefetched(*place);
    wanted_.clear();
    prefetcher_->see({.line = key.line, .missed = result == LineLookup::kMiss, .prefetched = first_use}, wanted_);
    for (const std::uint64_t line : wanted_) {
      if (line >> page_bits_ == key.line >> page_bits_) want(LineKey{key.space, line});
    }
    return first_use;
  }

 private:
  static constexpr unsigned kPageBits = 12;

  unsigned page_bits_;  // bits of a line's number that name it in its page
  std::uint32_t mshrs_;
  std::unique_ptr<Prefetcher> prefetcher_;  // null: nothing is prefetched
  std::optional<PrefetchStatistics> counts_;
  std::vector<std::uint64_t> wanted_;
};

}  // namespace texpipe::machine
