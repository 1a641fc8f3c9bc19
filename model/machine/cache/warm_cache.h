// Caches whose tags can be brought to a state without time, and the effect of an access on one level after the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "machine/blocks/block_facts.h"
#include "machine/cache/warm_access.h"
#include "machine/cache/warm_memory.h"
#include "machine/cache/warm_tags.h"

namespace texpipe::machine {

/// Caches of the fixed functions that get lines of threads without time.
enum class HandedCaches : std::uint8_t { kHierarchicalDepth, kColors, kAll };

class WarmCache {
 public:
  virtual ~WarmCache() = default;

  /// Brings the tags to the state that a read or write of an address leaves.
  virtual WarmedLine warm(ByteAddress address, bool written) = 0;

  /// Says that warm() will be called for an address soon.
  virtual void prefetch(ByteAddress /*address*/) const {}

  struct Recent {
    ByteAddress line;
    bool changed = false;
  };
  /// Lines that were used since the last call, in each set the one longest ago first, for another cache that is to hold
  /// them. Changes are that one's from then on. Caches from which nobody takes tell none.
  virtual std::vector<Recent> take_recent() { return {}; }

  /// Drops all lines that are neither changed nor on their way. @return  number of them
  virtual std::uint64_t invalidate() = 0;

  /// Lets all changed lines be clean; who calls writes them to the next level. @return  those lines
  virtual std::vector<ByteAddress> clean() { return {}; }

  virtual ByteSize line() const = 0;
};

/// The levels of a machine whose tags can be warmed. A null pointer in place of a cache is ignored.
class WarmLevels {
 public:
  /// Adds a sampler of a slice with the caches of its own, from its first level on.
  void add_sampler(std::vector<WarmCache*> caches, std::size_t slice = 0) {
    own_.push_back(caches);
    std::erase(caches, nullptr);
    numbers_.push_back(caches.empty() ? kNoSampler : samplers_.size());
    if (!caches.empty()) samplers_.push_back({std::move(caches), slice});
  }
  /// Slices count even where they have no caches.
  void count_slices(std::size_t slices) { slices_.resize(std::max(slices, slices_.size())); }
  /// Adds the next cache that samplers of a slice share, in the order from samplers to memory; the last-level cache to
  /// each slice.
  void add(WarmCache* cache, CacheUse use = CacheUse::kAll, std::size_t slice = 0) {
    if (slice >= slices_.size()) count_slices(slice + 1);
    Slice& here = slices_[slice];
    here.every.push_back(cache);
    if (cache != nullptr) here.levels.push_back(cache);
    if (use != CacheUse::kAll) here.of_data_ports = here.levels.size();
  }

  /// Adds the caches of the fixed functions of a frame, and the levels behind them on the way to memory, which are
  /// those behind the slices.
  void add_frame(std::vector<WarmCache*> caches, std::vector<WarmCache*> behind) {
    frame_ = std::move(caches);
    std::erase(behind, nullptr);
    behind_frame_ = std::move(behind);
  }
  const std::vector<WarmCache*>& behind_frame() const { return behind_frame_; }
  /// Opens rows of a memory with what the last levels ask for and write back from now on.
  void open_rows_of(WarmMemory* memory) { memory_ = memory; }
  WarmMemory* memory() const { return memory_; }

  /// Bytes of lines that the last levels asked for and wrote back.
  std::uint64_t bytes_of_memory() const { return bytes_of_memory_; }

  /// Brings the caches of slices of another machine of the same shape to what those of this one hold, as far as they
  /// were used since the last call, and some of fixed functions. Levels that both have are left alone.
  void hand_on(WarmLevels& to, HandedCaches of_frame);

  /// Invalidates caches of lines: textures are in those of samplers, constants in those that data ports read, and both
  /// in L3, down to the levels behind the slices, which are coherent. @return  lines of it
  std::uint64_t invalidate(bool textures, bool constants, bool vertices);

  /// Makes an access. Reads of lines that a level does not hold go on to the next one, and so do dirty lines that it
  /// evicts. Where it is not said which samplers touch a line, each of the work groups that touch it runs where it is
  /// drawn to (always the same for the same calls). Data ports of several slices are drawn likewise.
  /// @param groups  work groups that touch the line, at least 1
  void touch(ByteAddress address, LineUse use, unsigned groups = 1) {
    begin(address, use, groups);
    end();
  }

  /// Makes accesses one after the other, each of one work group. Caches of fixed functions are those that were added;
  /// accesses to others are none.
  void touch(std::span<const WarmAccess> accesses);

  /// Writes the changed lines of fixed functions' caches back, which keep them.
  void write_back_frame();

 private:
  using Levels = std::span<WarmCache* const>;
  struct Sampler {
    std::vector<WarmCache*> caches;
    std::size_t slice;
  };
  struct Slice {
    std::vector<WarmCache*> levels;
    std::vector<WarmCache*> every;  // null where the machine has none that can be warmed
    std::size_t of_data_ports = 0;  // index in levels of the first level that data ports reach
  };

  /// An access to a cache behind which there is no other.
  struct Last {
    WarmCache* cache = nullptr;
    std::uint64_t address = 0;
    bool written = false;
  };

  void draw(unsigned groups);
  void begin(const WarmAccess& access);
  void begin(ByteAddress address, LineUse use, unsigned groups);
  void begin_last(const Last& access);
  void end();
  const Slice& any_slice() { return slices_.size() == 1 ? slices_.front() : slices_[draws_() % slices_.size()]; }
  void touch(Levels levels, Levels behind, std::uint64_t address, bool written);
  void take_on(WarmCache* from, WarmCache* cache, Levels behind);
  void make(const Last& access);

  static constexpr std::size_t kNoSampler = ~std::size_t{0};

  std::vector<std::vector<WarmCache*>> own_;  // of each sampler; null where the machine has none that can be warmed
  std::vector<Sampler> samplers_;             // with caches
  std::vector<std::size_t> numbers_;          // by number of a sampler: its place in samplers_, or kNoSampler
  const Sampler* from_ = nullptr;             // that touches lines; null: one is drawn
  std::vector<bool> drawn_;                   // by sampler: whether it was drawn
  std::minstd_rand draws_;
  std::vector<Slice> slices_{1};
  std::vector<WarmCache*> frame_, behind_frame_;
  WarmMemory* memory_ = nullptr;
  std::uint64_t bytes_of_memory_ = 0;
  // Accesses to last levels in their order: the tags of these are so many that they are fetched from the host's memory
  // first.
  static constexpr std::size_t kLast = 16;
  std::array<Last, kLast> last_;
  std::size_t last_begun_ = 0, last_made_ = 0;
};

}  // namespace texpipe::machine
