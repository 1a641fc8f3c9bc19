// Caches whose tags can be brought to a state without time, and what an access leaves in one level after the other.
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

  /// The line of an address was read or written: the tags are as such an access leaves them.
  virtual WarmedLine warm(ByteAddress address, bool written) = 0;

  virtual ByteSize line() const = 0;
};

/// Who touches a line, and what for.
enum class LineUse : std::uint8_t { kSampled, kRead, kWritten };  // by samplers, by data ports, by data ports

/// The levels of a machine, as far as they can be warmed; null where there is none.
class WarmLevels {
 public:
  /// The caches that a sampler has to itself, from its first level on.
  void add_sampler(std::vector<WarmCache*> caches) {
    std::erase(caches, nullptr);
    if (!caches.empty()) samplers_.push_back(std::move(caches));
  }
  /// The next cache that samplers share, from them to memory.
  void add(WarmCache* cache, CacheUse use = CacheUse::kAll) {
    if (cache != nullptr) levels_.push_back(cache);
    if (use != CacheUse::kAll) of_data_ports_ = levels_.size();
  }

  /// What a level holds does not reach the next one. Which samplers touch a line is not known: each of the
  /// work groups that do runs where it is drawn to (always the same for the same calls).
  /// @param groups  that touch it; 1 at least
  void touch(ByteAddress address, LineUse use, unsigned groups = 1);

 private:
  using Levels = std::span<WarmCache* const>;

  void draw(unsigned groups);
  static void touch(Levels levels, Levels behind, std::uint64_t address, bool written);

  std::vector<std::vector<WarmCache*>> samplers_;  // caches of each
  std::vector<bool> drawn_;  // of them
  std::minstd_rand draws_;
  std::vector<WarmCache*> levels_;
  std::size_t of_data_ports_ = 0;  // first of the levels that they reach
};

}  // namespace texpipe::machine
