// The sampler's first-level texture cache after Igehy, Eldridge and Proudfoot (1998): tags run ahead of data by a
// latency FIFO.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "machine/cache/tag_array.h"
#include "machine/cache/texture_cache_parameters.h"
#include "timing/cache/fill_path.h"
#include "timing/stage/footprint_stage.h"

namespace texpipe::timing {

/// Tag lookup and latency FIFO. A footprint holds a FIFO slot from its lookup until all its lines are there and the
/// data read takes it. Tags change at the lookup, data in the order of the FIFO, so an early eviction harms nobody in
/// front; lines that came too early wait beside the FIFO (assumed large enough). Each line that a footprint touches is
/// one lookup; a miss asks the next level when its tag has been read.
class CacheTags final : public FootprintStage {
 public:
  /// @param next_line  bytes of a line of the next level
  CacheTags(sc_core::sc_module_name name, Simulation& simulation, const machine::TextureCacheParameters& parameters,
            const machine::LatencyFifoParameters& fifo, ByteSize next_line = machine::kAnyLine);

  FillPath fills;

 private:
  /// One line of a footprint, with what a miss needs.
  struct Access {
    machine::LineKey key;
    std::uint8_t expansion;
  };

  Start start(FootprintExtension& footprint, Sequence sequence) override;
  machine::Subcycles interval(const FootprintExtension& footprint) override;
  const machine::CausePath* stall_ended_by() const override { return &fills.freed_path(); }

  void collect(FootprintExtension& footprint);
  void collect_line(ByteAddress address, machine::AddressSpace space, std::uint8_t expansion);
  bool look_up(const Access& access, Sequence sequence, Cycles known, const machine::CausePath& path);
  void publish(const Access& access, LookupResult result);

  machine::TextureCacheParameters parameters_;
  machine::TagArray tags_;
  std::vector<Access> accesses_;  // of the footprint that issues
  std::size_t done_ = 0;          // of those, looked up
  std::size_t first_ = 0;         // of those, looked up first in the present attempt
  Cycles attempted_at_;
  bool collected_ = false;
  std::vector<std::uint32_t> bank_load_;

  machine::Counter& texels_;
  machine::Counter& lookups_;
  machine::Counter& hits_;
  machine::Counter& merges_;
  machine::Counter& misses_;
  ChannelId channel_;
};

/// Data read: one line per port and bank in a cycle. Blocks of a cache that holds blocks are decompressed here.
class CacheData final : public FootprintStage {
 public:
  CacheData(sc_core::sc_module_name name, Simulation& simulation, const machine::TextureCacheParameters& parameters);

 private:
  machine::Subcycles interval(const FootprintExtension& footprint) override;
  Cycles extra_latency(const FootprintExtension& footprint) override;
  bool decompresses(const FootprintExtension& footprint) const;

  machine::TextureCacheParameters parameters_;
};

/// Bank of a line. Neighbours in a row, in a column of a tile and across tiles lie in different banks.
/// @param banks  a power of two
std::uint32_t bank_of(machine::LineKey key, std::uint32_t banks);

}  // namespace texpipe::timing
