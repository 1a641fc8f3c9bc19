// Caches whose tags can be brought to a state without time, and the effect of an access on one level after the other.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "machine/blocks/block_facts.h"
#include "machine/cache/warm_tags.h"

namespace texpipe::machine {

class WarmCache {
 public:
  virtual ~WarmCache() = default;

  /// Brings the tags to the state that a read or write of an address leaves.
  virtual WarmedLine warm(ByteAddress address, bool written) = 0;

  virtual ByteSize line() const = 0;
};

/// Purpose of an access, and who makes it.
enum class LineUse : std::uint8_t {
  kSampled,
  kRead,
  kWritten
};  // sampled: read by a sampler; read and written: by a data port

/// The levels of a machine whose tags can be warmed. A null pointer in place of a cache is ignored.
class WarmLevels {
 public:
  /// Adds a sampler with the caches of its own, from its first level on.
  void add_sampler(std::vector<WarmCache*> caches) {
    std::erase(caches, nullptr);
    if (!caches.empty()) samplers_.push_back(std::move(caches));
  }
  /// Adds the next cache that samplers share, in the order from samplers to memory.
  void add(WarmCache* cache, CacheUse use = CacheUse::kAll) {
    if (cache != nullptr) levels_.push_back(cache);
    if (use != CacheUse::kAll) of_data_ports_ = levels_.size();
  }

  /// Makes an access. Reads of lines that a level does not hold go on to the next one, and so do dirty lines that it
  /// evicts. Which samplers touch a line is not known: each of the work groups that touch it runs where it is drawn to
  /// (always the same for the same calls).
  /// @param groups  work groups that touch the line, at least 1
  void touch(ByteAddress address, LineUse use, unsigned groups = 1);

 private:
  using Levels = std::span<WarmCache* const>;

  void draw(unsigned groups);
  static void touch(Levels levels, Levels behind, std::uint64_t address, bool written);

  std::vector<std::vector<WarmCache*>> samplers_;  // by sampler: its caches
  std::vector<bool> drawn_;                        // by sampler: whether it was drawn
  std::minstd_rand draws_;
  std::vector<WarmCache*> levels_;
  std::size_t of_data_ports_ = 0;  // index in levels_ of the first level that data ports reach
};

}  // namespace texpipe::machine
