#include "machine/graph/tag_levels.h"

namespace texpipe::machine {

TagLevels::Cache::Cache(const LineCacheParameters& parameters, TagLevelCounts& counts)
    : line_{parameters.line},
      bank_of_line_{parameters.bank_hash, parameters.banks},
      banks_(parameters.banks, TagArray{bank_geometry(parameters)}),
      counts_{counts} {}

WarmedLine TagLevels::Cache::warm(ByteAddress address, bool written) {
  const LineKey key = line_of(AddressSpace::kStored, address, line_);
  const WarmedLine line = machine::warm(banks_[bank_of_line_(key.line)], key, written);
  if (line.missed && !written) ++counts_.misses;
  if (line.written_back) ++counts_.write_backs;
  return line;
}

TagLevels::Cache* TagLevels::add(const LineCacheParameters& parameters, TagLevel level) {
  return &caches_.emplace_back(parameters, counts_[static_cast<std::size_t>(level)]);
}

TagLevels::TagLevels(const MachineParameters& machine) {
  const SliceParameters& slice = machine.slice;
  for (const SubsliceParameters& subslice : slice.subslice) {
    if (subslice.sampler.l2.enabled) levels_.add_sampler(add(subslice.sampler.l2.cache, TagLevel::kL2));
  }
  if (slice.shared_l2.enabled)
    levels_.add_shared(add(slice.shared_l2.cache, TagLevel::kSharedL2));
  else
    levels_.add_shared(nullptr);
  levels_.add(add(slice.l3, TagLevel::kL3));
  if (machine.llc.enabled) levels_.add(add(machine.llc.cache, TagLevel::kLastLevel));
}

}  // namespace texpipe::machine
