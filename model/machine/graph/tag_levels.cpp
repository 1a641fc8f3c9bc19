#include "machine/graph/tag_levels.h"

#include <utility>

#include "machine/graph/places.h"

namespace texpipe::machine {

TagLevels::Cache::Cache(const LineCacheParameters& parameters, TagLevelCounts& counts)
    : line_{parameters.line}, bank_of_line_{parameters}, counts_{counts} {
  for (std::uint32_t bank = 0; bank < parameters.all_banks(); ++bank) banks_.emplace_back(bank_geometry(parameters));
  taken_.resize(banks_.size());
}

WarmedLine TagLevels::Cache::warm(ByteAddress address, bool written) {
  const LineKey key = line_of(AddressSpace::kStored, address, line_);
  const WarmedLine line = machine::warm(banks_[bank_of_line_(key.line)], key, written);
  if (line.missed && !written) ++counts_.misses;
  if (line.written_back) ++counts_.write_backs;
  return line;
}

std::vector<WarmCache::Recent> TagLevels::Cache::take_recent() {
  std::vector<Recent> recent;
  for (std::size_t b = 0; b < banks_.size(); ++b) {
    TagArray& bank = banks_[b];
    for (const TagArray::Place place : bank.used_since(std::exchange(taken_[b], bank.uses())))
      recent.push_back({ByteAddress{bank.key(place).line * line_.value()}, bank.clean(place)});
  }
  return recent;
}

std::vector<ByteAddress> TagLevels::Cache::clean() {
  std::vector<ByteAddress> lines;
  for (TagArray& bank : banks_)
    for (const TagArray::DirtyLine& line : bank.clean_all()) lines.emplace_back(line.key.line * line_.value());
  return lines;
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
  levels_.count_slices(machine.slice.size());
}

TagLevels::TagLevels(const MachineParameters& machine) {
  add_slices(machine);
  for (const LineCacheOf& cache : caches_behind_slices(machine)) {
    Cache* const behind = add(cache);
    for (std::size_t slice = 0; slice < machine.slice.size(); ++slice) levels_.add(behind, cache.facts.use, slice);
  }
}

TagLevels::TagLevels(const MachineParameters& machine, std::vector<WarmCache*> behind, WarmMemory* memory) {
  levels_.open_rows_of(memory);
  add_slices(machine);
  for (WarmCache* const cache : behind)
    for (std::size_t slice = 0; slice < machine.slice.size(); ++slice) levels_.add(cache, CacheUse::kAll, slice);
  std::vector<WarmCache*> frame;
  for (unsigned cache = 0; machine.draws && cache < functional::kFrameCaches; ++cache) {
    const auto which = static_cast<functional::FrameCache>(cache);
    frame.push_back(&caches_.emplace_back(machine.slice[0].frame.line_cache(which), of_frame_));
  }
  levels_.add_frame(std::move(frame), std::move(behind));
}

}  // namespace texpipe::machine
