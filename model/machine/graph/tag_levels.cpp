#include "machine/graph/tag_levels.h"

#include <utility>

namespace texpipe::machine {

TagLevels::Cache::Cache(const LineCacheParameters& parameters, TagLevelCounts& counts)
    : line_{parameters.line}, bank_of_line_{parameters.bank_hash, parameters.banks}, counts_{counts} {
  for (std::uint32_t bank = 0; bank < parameters.banks; ++bank) banks_.emplace_back(bank_geometry(parameters));
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
  for (const SubsliceParameters& subslice : machine.slice.subslice) {
    std::vector<WarmCache*> own;
    for (const LineCacheOf& cache : own_caches(subslice.sampler)) own.push_back(add(cache));
    levels_.add_sampler(std::move(own));
  }
  for (const LineCacheOf& cache : shared_caches(machine)) levels_.add(add(cache), cache.facts.use);
}

}  // namespace texpipe::machine
