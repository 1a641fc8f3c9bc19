// The caches of a machine as their tags alone: counts of misses and write-backs of each level, without time.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "machine/cache/bank_of_line.h"
#include "machine/cache/tag_array.h"
#include "machine/cache/warm_cache.h"
#include "machine/graph/line_caches.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Number of levels behind the samplers' first ones, in the order of kLineCaches. A level that a machine does not have
/// counts nothing.
inline constexpr std::size_t kTagLevels = kLineCaches.size();

struct TagLevelCounts {
  std::uint64_t misses = 0;  // reads of lines that the level did not hold
  std::uint64_t write_backs = 0;
};

class TagLevels {
 public:
  /// Errors: those of geometry_of and BankHash::masks.
  explicit TagLevels(const MachineParameters& machine);
  /// Tags in front of caches that somebody else has: those of slices and fixed functions.
  /// @param behind  caches behind the slices, from these to memory, which outlive it
  /// @param memory  behind these; null: its rows stay as they are
  TagLevels(const MachineParameters& machine, std::vector<WarmCache*> behind, WarmMemory* memory = nullptr);
  TagLevels(const TagLevels&) = delete;
  TagLevels& operator=(const TagLevels&) = delete;

  /// Makes an access: see WarmLevels::touch.
  void touch(ByteAddress address, LineUse use, unsigned groups) { levels_.touch(address, use, groups); }
  void touch(std::span<const WarmAccess> accesses) { levels_.touch(accesses); }
  /// Invalidates caches of lines: see WarmLevels::invalidate.
  void invalidate(bool textures, bool constants, bool vertices) { levels_.invalidate(textures, constants, vertices); }
  /// Writes the changed lines of fixed functions' caches back, which keep them.
  void write_back_frame() { levels_.write_back_frame(); }
  /// Lets the caches of a machine hold what its tags hold here: see WarmLevels::hand_on.
  void hand_on(WarmLevels& machine, HandedCaches of_frame) { levels_.hand_on(machine, of_frame); }
  /// Bytes of lines that the last levels asked for and wrote back.
  std::uint64_t bytes_of_memory() const { return levels_.bytes_of_memory(); }

  /// Counts of all accesses, by level. Caches that a sampler has to itself are counted together, for all samplers.
  std::span<const TagLevelCounts, kTagLevels> counts() const { return counts_; }

 private:
  class Cache final : public WarmCache {
   public:
    Cache(const LineCacheParameters& parameters, TagLevelCounts& counts);
    WarmedLine warm(ByteAddress address, bool written) override;
    void prefetch(ByteAddress address) const override {
      const LineKey key = line_of(AddressSpace::kStored, address, line_);
      banks_[bank_of_line_(key.line)].prefetch(key);
    }
    std::vector<ByteAddress> clean() override;
    std::vector<Recent> take_recent() override;
    std::uint64_t invalidate() override {
      std::uint64_t lines = 0;
      for (TagArray& bank : banks_) lines += bank.invalidate();
      return lines;
    }
    ByteSize line() const override { return line_; }

   private:
    ByteSize line_;
    BankOfLine bank_of_line_;
    std::vector<TagArray> banks_;
    std::vector<std::uint64_t> taken_;  // uses of each bank when take_recent() was called
    TagLevelCounts& counts_;
  };

  Cache* add(const LineCacheOf& cache);
  void add_slices(const MachineParameters& machine);

  std::array<TagLevelCounts, kTagLevels> counts_{};
  TagLevelCounts of_frame_;  // of the fixed functions' caches
  std::deque<Cache> caches_;
  WarmLevels levels_;
};

}  // namespace texpipe::machine
