// Caches whose tags can be brought to a state without time, and what an access leaves in one level after the other.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "base/quantity.h"
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
  /// The second level of a sampler.
  void add_sampler(WarmCache* cache) { add(samplers_, cache); }
  /// The next level behind what data ports do not reach: the samplers' shared one.
  void add_shared(WarmCache* cache) {
    add(levels_, cache);
    of_data_ports_ = levels_.size();
  }
  /// The next level behind it.
  void add(WarmCache* cache) { add(levels_, cache); }

  /// What a sampler's level holds does not reach the next one. Which samplers touch a line is not known: each of the
  /// work groups that do runs where it is drawn to (always the same for the same calls).
  /// @param groups  that touch it; 1 at least
  void touch(ByteAddress address, LineUse use, unsigned groups = 1);

 private:
  using Levels = std::span<WarmCache* const>;

  static void add(std::vector<WarmCache*>& to, WarmCache* cache) {
    if (cache != nullptr) to.push_back(cache);
  }
  void draw(unsigned groups);
  static void touch(Levels levels, std::uint64_t address, bool written);
  static void touch(WarmCache& first, Levels behind, std::uint64_t address, bool written);

  std::vector<WarmCache*> samplers_;
  std::vector<bool> drawn_;  // of them
  std::minstd_rand draws_;
  std::vector<WarmCache*> levels_;
  std::size_t of_data_ports_ = 0;  // first of the levels that they reach
};

}  // namespace texpipe::machine
