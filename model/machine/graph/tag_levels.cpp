#include "machine/graph/tag_levels.h"

#include <utility>

#include "machine/graph/places.h"

namespace texpipe::machine {

TagLevels::Cache::Cache(const LineCacheParameters& parameters, TagLevelCounts& counts)
    : line_{parameters.line}, bank_of_line_{parameters}, counts_{counts} {
  for (std::uint32_t bank = 0; bank < parameters.all_banks(); ++bank) banks_.emplace_back(bank_geometry(parameters));
}

WarmedLine TagLevels::Cache::warm(ByteAddress address, bool written) {
  const LineKey key = line_of(AddressSpace::kStored, address, line_);
  const WarmedLine line = machine::warm(banks_[bank_of_line_(key.line)], key, written);
  if (line.missed && !written) ++counts_.misses;
  if (line.written_back) ++counts_.write_backs;
  return line;
}

std::vector<ByteAddress> TagLevels::Cache::clean() {
  std::vector<ByteAddress> lines;
  for (TagArray& bank : banks_)
    for (const TagArray::DirtyLine& line : bank.clean_all()) lines.emplace_back(line.key.line * line_.value());
  return lines;
}

void TagLevels::write_back_frame() {
  for (Cache* const cache : frame_)
    for (const ByteAddress line : cache->clean()) levels_.write_behind_frame(line);
}

TagLevels::Cache* TagLevels::add(const LineCacheOf& cache) {
  return &caches_.emplace_back(cache.parameters, counts_[cache_number(cache.facts.kind)]);
}

void TagLevels::add_slices(const MachineParameters& machine) {
  for (const SamplerPlace& sampler : samplers_of(machine)) {
    std::vector<WarmCache*> own;
    for (const LineCacheOf& cache : own_caches(*sampler.parameters)) own.push_back(add(cache));
    levels_.add_sampler(std::move(own), sampler.slice);
  }
  for (std::uint32_t slice = 0; slice < machine.slice.size(); ++slice) {
    for (const LineCacheOf& cache : shared_caches(machine, slice))
      if (cache.facts.in_slice()) levels_.add(add(cache), cache.facts.use, slice);
  }
  levels_.add(nullptr, CacheUse::kAll, machine.slice.size() - 1);  // slices count, even if they have no caches
}

TagLevels::TagLevels(const MachineParameters& machine) {
  add_slices(machine);
  for (const LineCacheOf& cache : caches_behind_slices(machine)) {
    Cache* const behind = add(cache);
    for (std::size_t slice = 0; slice < machine.slice.size(); ++slice) levels_.add(behind, cache.facts.use, slice);
  }
}

TagLevels::TagLevels(const MachineParameters& machine, std::vector<WarmCache*> behind) {
  add_slices(machine);
  for (WarmCache* const cache : behind)
    for (std::size_t slice = 0; slice < machine.slice.size(); ++slice) levels_.add(cache, CacheUse::kAll, slice);
  std::vector<WarmCache*> frame;
  for (unsigned cache = 0; machine.draws && cache < functional::kFrameCaches; ++cache) {
    const auto which = static_cast<functional::FrameCache>(cache);
    frame_.push_back(&caches_.emplace_back(machine.slice[0].frame.line_cache(which), of_frame_));
    frame.push_back(frame_.back());
  }
  levels_.add_frame(std::move(frame), std::move(behind));
}

}  // namespace texpipe::machine
