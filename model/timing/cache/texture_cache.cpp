#include "timing/cache/texture_cache.h"

#include <algorithm>
#include <array>
#include <bit>

namespace texpipe::timing {

std::uint32_t bank_of(machine::LineKey key, std::uint32_t banks) {
  // A Y tile is 8 columns of 8 lines: the second digit is the column, which advances two banks.
  return static_cast<std::uint32_t>((key.line + 2 * (key.line >> 3) + 5 * (key.line >> 6)) & (banks - 1));
}

CacheTags::CacheTags(sc_core::sc_module_name name, Simulation& simulation,
                     const machine::TextureCacheParameters& parameters, const machine::LatencyFifoParameters& fifo,
                     ByteSize next_line)
    : FootprintStage{name,
                     simulation,
                     "texture cache: tags and latency FIFO",
                     fifo.slots,
                     parameters.tag_latency,
                     {machine::Cause::kFifoSlots, machine::Cause::kTagLatency, machine::Cause::kTagRate}},
      fills{
          "fills",
          simulation,
          statistics(),
          {parameters.mshrs, parameters.line, next_line, parameters.decompression.latency,
           parameters.decompression.lines_per_cycle},
          {[this](std::uint64_t waiter, const machine::CausePath& path) { meet(waiter, path); }, [this] { retry(); }}},
      parameters_{parameters},
      tags_{machine::geometry_of(parameters.size, parameters.ways, parameters.line, parameters.set_hash,
                                 parameters.replacement, parameters.seed)},
      bank_load_(parameters.banks),
      texels_{statistics().counter("texels", machine::StatisticUnit::kTexels, "texel accesses")},
      lookups_{
          statistics().counter("lookups", machine::StatisticUnit::kLookups, "lines looked up, once per footprint")},
      hits_{statistics().counter("hits", machine::StatisticUnit::kLookups, "lookups that found the line")},
      merges_{statistics().counter("merges", machine::StatisticUnit::kLookups, "lookups of a line on its way")},
      misses_{statistics().counter("misses", machine::StatisticUnit::kLookups, "lookups that asked the next level")},
      channel_{simulation.events.channel(ChannelKind::kCache, std::string{this->name()} + ".lookups")} {
  statistics().ratio("hit_rate", "hits per lookup", hits_, lookups_);
  statistics().ratio("miss_rate_per_texel", "misses per texel access", misses_, texels_);
}

FootprintStage::Start CacheTags::start(FootprintExtension& footprint, Sequence sequence) {
  if (!collected_) {
    collect(footprint);
    attempted_at_ = now();
    first_ = 0;
  }
  const machine::Subcycles begin = std::max(issue_slot().free_at(), machine::subcycles(now()));
  // A miss register that is freed in the cycle of the attempt continues it: whether it came before or after does not
  // show.
  if (attempted_at_ != now()) {
    attempted_at_ = now();
    first_ = done_;
  }
  for (; done_ < accesses_.size(); ++done_) {
    const machine::Subcycles at = begin + machine::work_at_rate(done_ - first_, parameters_.lookups_per_cycle);
    const Cycles known = Cycles{at.value() / machine::kSubcyclesPerCycle} + parameters_.tag_latency;
    if (!look_up(accesses_[done_], sequence, known, footprint.path)) return Start::kStalledByMiss;
  }
  collected_ = false;
  return Start::kDone;
}

machine::Subcycles CacheTags::interval(const FootprintExtension& footprint) {
  return machine::work_at_rate(footprint.lines, parameters_.lookups_per_cycle);
}

void CacheTags::collect(FootprintExtension& extension) {
  const functional::Footprint& footprint = *extension.footprint;
  const bool decoded =
      footprint.expansion > 1 && parameters_.decompression.place == machine::DecompressionPlace::kBeforeL1;
  const machine::AddressSpace space = decoded ? machine::AddressSpace::kDecoded : machine::AddressSpace::kStored;
  const std::uint64_t bytes = decoded ? footprint.texel_bytes : footprint.element_bytes;
  accesses_.clear();
  done_ = 0;
  collected_ = true;
  for (unsigned texel = 0; texel < functional::kTexelsPerFootprint; ++texel) {
    if ((footprint.texels >> texel & 1) == 0) continue;
    const functional::TexelAddress& address = footprint.addresses[texel];
    const ByteAddress first = decoded ? address.decoded : address.stored;
    collect_line(first, space, footprint.expansion);
    collect_line(first + ByteAddress{bytes - 1}, space, footprint.expansion);
  }
  std::fill(bank_load_.begin(), bank_load_.end(), 0);
  for (const Access& access : accesses_) ++bank_load_[bank_of(access.key, parameters_.banks)];
  extension.lines = static_cast<std::uint16_t>(accesses_.size());
  extension.bank_load = static_cast<std::uint16_t>(*std::max_element(bank_load_.begin(), bank_load_.end()));
  texels_.add(static_cast<std::uint64_t>(std::popcount(footprint.texels)));
}

void CacheTags::collect_line(ByteAddress address, machine::AddressSpace space, std::uint8_t expansion) {
  const machine::LineKey key = machine::line_of(space, address, parameters_.line);
  const bool known =
      std::any_of(accesses_.begin(), accesses_.end(), [key](const Access& access) { return access.key == key; });
  if (!known) accesses_.push_back({key, expansion});
}

bool CacheTags::look_up(const Access& access, Sequence sequence, Cycles known, const machine::CausePath& path) {
  const bool in_flight = fills.in_flight(access.key);
  if (tags_.lookup(access.key) && !in_flight) {
    hits_.add();
    publish(access, LookupResult::kHit);
  } else if (in_flight) {
    if (!tags_.lookup(access.key)) tags_.allocate(access.key);  // evicted while its fill is on its way
    if (fills.wait(access.key, sequence)) hold(sequence);
    merges_.add();
    publish(access, LookupResult::kMerge);
  } else {
    if (fills.full()) return false;
    tags_.allocate(access.key);
    hold(sequence);
    fills.request(access.key, access.expansion, sequence, known, path);
    misses_.add();
    publish(access, LookupResult::kMiss);
  }
  lookups_.add();
  return true;
}

void CacheTags::publish(const Access& access, LookupResult result) {
  if (!simulation().events.listening()) return;
  simulation().events.publish(LookupEvent{channel_, now(), access.key.line, result});
}

CacheData::CacheData(sc_core::sc_module_name name, Simulation& simulation,
                     const machine::TextureCacheParameters& parameters)
    : FootprintStage{name,
                     simulation,
                     "texture cache: data read",
                     parameters.data_slots,
                     parameters.data_latency,
                     {machine::Cause::kDataSlots, machine::Cause::kDataLatency, machine::Cause::kDataRate}},
      parameters_{parameters} {}

machine::Subcycles CacheData::interval(const FootprintExtension& footprint) {
  const machine::Subcycles read = machine::work_at_rate(footprint.bank_load, parameters_.ports);
  if (!decompresses(footprint)) return read;
  return std::max(read, machine::work_at_rate(footprint.lines, parameters_.decompression.lines_per_cycle));
}

Cycles CacheData::extra_latency(const FootprintExtension& footprint) {
  return decompresses(footprint) ? parameters_.decompression.latency : Cycles{};
}

bool CacheData::decompresses(const FootprintExtension& footprint) const {
  return footprint.footprint->expansion > 1 && parameters_.decompression.place == machine::DecompressionPlace::kAfterL1;
}

}  // namespace texpipe::timing
