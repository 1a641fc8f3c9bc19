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

TagLevels::Cache* TagLevels::add(const LineCacheOf& cache) {
  return &caches_.emplace_back(cache.parameters, counts_[cache_number(cache.facts.kind)]);
}

TagLevels::TagLevels(const MachineParameters& machine) {
  for (const SamplerPlace& sampler : samplers_of(machine)) {
    std::vector<WarmCache*> own;
    for (const LineCacheOf& cache : own_caches(*sampler.parameters)) own.push_back(add(cache));
    levels_.add_sampler(std::move(own), sampler.slice);
  }
  const auto slices = static_cast<std::uint32_t>(machine.slice.size());
  for (std::uint32_t slice = 0; slice < slices; ++slice) {
    for (const LineCacheOf& cache : shared_caches(machine, slice))
      if (cache.facts.in_slice()) levels_.add(add(cache), cache.facts.use, slice);
  }
  for (const LineCacheOf& cache : caches_behind_slices(machine)) {
    Cache* const behind = add(cache);
    for (std::uint32_t slice = 0; slice < slices; ++slice) levels_.add(behind, cache.facts.use, slice);
  }
  levels_.add(nullptr, CacheUse::kAll, slices - 1);  // slices count, even if they have no caches
}

}  // namespace texpipe::machine
