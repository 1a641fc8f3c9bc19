// The sampler's first-level texture cache after Igehy, Eldridge and Proudfoot (1998): tags run ahead of data by a
// latency FIFO.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "machine/cache/bank_ports.h"
#include "machine/cache/data_banks.h"
#include "machine/cache/first_level_prefetch.h"
#include "machine/cache/footprint_lines.h"
#include "machine/cache/line_waits.h"
#include "machine/cache/sectored_lookup.h"
#include "machine/cache/sectors.h"
#include "machine/cache/tag_array.h"
#include "machine/cache/texture_cache_parameters.h"
#include "machine/cache/texture_cache_statistics.h"
#include "machine/stage/never.h"
#include "machine/time_series/intervals.h"
#include "timing/cache/fill_path.h"
#include "timing/stage/footprint_stage.h"

namespace texpipe::timing {

/// Tag lookup and latency FIFO. A footprint holds a FIFO slot from its lookup until all its lines are there and the
/// data read takes it. Tags change at the lookup, data in the order of the FIFO, so an early eviction harms no
/// footprint in front; lines that came too early wait beside the FIFO (assumed large enough). Each line that a
/// footprint touches is one lookup; a miss asks the next level when its tag has been read. Without the cache (`enabled`
/// false) no line stays: every line that is not on its way is asked for.
class CacheTags final : public FootprintStage {
 public:
  /// @param next_line   bytes of a line of the next level
  /// @param own_caches  caches of lines that the sampler has behind L1
  CacheTags(sc_core::sc_module_name name, Simulation& simulation, const machine::TextureCacheParameters& parameters,
            const machine::LatencyFifoParameters& fifo, ByteSize next_line = machine::kAnyLine,
            machine::CacheSet own_caches = {});

  void offer_sockets(Sockets& sockets, const std::string& path) override {
    FootprintStage::offer_sockets(sockets, path);
    sockets.offer(path, 0, fills.port.socket);
  }

  FillPath fills;

 private:
  Start start(FootprintExtension& footprint, Sequence sequence) override;
  machine::Subcycles interval(const FootprintExtension& footprint) override;
  bool one_by_one() const { return parameters_.lookup_order == machine::LookupOrder::kOneByOne; }
  Start look_up_together(FootprintExtension& footprint, Sequence sequence);
  Start look_up_one_by_one(FootprintExtension& footprint, Sequence sequence);

  void collect(FootprintExtension& footprint);
  Start wait_for_register();
  void looked_up(Sequence sequence);
  void line_there(Sequence waiter);
  void count_waits_until(Cycles until);
  /// Looks up one line. Returns false when there is no miss register for it.
  bool look_up(const functional::Footprint& footprint, Sequence sequence, Cycles at);
  bool look_up_sectors(const machine::LineSectors& wanted, const functional::Footprint& footprint, Sequence sequence,
                       Cycles at);
  void looked_up(machine::LineLookup result, machine::LineKey key, const functional::Footprint& footprint, Cycles at);
  void prefetch(machine::LineKey key, const functional::Footprint& footprint, Cycles at);
  bool holds(machine::LineKey key) { return tags_ && tags_->lookup(key); }
  void enter(machine::LineKey key) {
    if (tags_) tags_->allocate(key);
  }
  void publish(machine::LineKey key, const functional::Footprint& footprint, machine::LineLookup result);

  machine::TextureCacheParameters parameters_;
  std::optional<machine::TagArray> tags_;  // none: the machine has no L1
  machine::DataBanks banks_;
  machine::Sectors sectors_;
  machine::SectoredLines lines_;  // of the footprint that is looked up, where lines have sectors
  std::array<machine::Subcycles, machine::kMostLines + 1> intervals_;  // by number of lookups
  std::uint32_t done_ = 0;                                             // lines of the footprint that were looked up
  std::uint32_t first_ = 0;  // first line that is looked up in the present attempt
  Cycles attempted_at_;
  bool collected_ = false;

  // when the footprint that is being looked up first waited for a miss register
  Cycles stalled_from_ = machine::kNever;
  // The last line that came for a footprint while it was the oldest; of several at one time the one asked for first.
  Sequence last_line_of_ = 0;
  Cycles last_line_at_;
  std::uint64_t last_line_ = 0;
  machine::LinePath last_path_;

  machine::LookupStatistics counts_;
  machine::FirstLevelPrefetch prefetch_;
  machine::LineWaits line_waits_;
  ChannelId channel_;
};

/// Data read: one read per port and bank in a cycle; footprints of one cycle share the ports. Without the cache it
/// reads the buffers in which lines arrive in the same way. If the cache holds blocks, they are decompressed here.
class CacheData final : public FootprintStage {
 public:
  CacheData(sc_core::sc_module_name name, Simulation& simulation, const machine::TextureCacheParameters& parameters);

 private:
  Cycles earliest(const FootprintExtension& footprint, Cycles now) override;
  machine::Subcycles interval(const FootprintExtension& footprint) override;
  Cycles extra_latency(const FootprintExtension& footprint) override;
  bool decompresses(const FootprintExtension& footprint) const;

  machine::TextureCacheParameters parameters_;
  machine::BankPorts ports_;
  machine::IssueSlot decompressor_;
};

}  // namespace texpipe::timing
