// Hashes of any kind for sets, banks, slices and channels, with one as a plug-in brings it.
#pragma once

#include "timing/support/any_machine.h"

namespace texpipe::timing::test {

/// A hash of the model's own or one as a plug-in's, which this adds to the words of the process.
inline machine::SetHash any_hash(Random& random) {
  static const machine::SetHash odd = machine::set_hashes().add(
      "any_odd", "of tests", [](std::uint64_t line, std::uint32_t sets) { return line / 3 + line / sets; });
  const machine::SetHash hashes[] = {machine::SetHash::kModulo, machine::SetHash::kXor, odd};
  return hashes[below(random, 3)];
}

/// Gives every choice of a set, a bank, a slice or a channel any hash.
inline void any_hashes(Random& random, machine::MachineParameters& machine) {
  const auto of_cache = [&](machine::LineCacheParameters& cache) {
    cache.set_hash = any_hash(random);
    cache.bank_hash = machine::BankHash{any_hash(random)};
    cache.slice_hash = machine::BankHash{any_hash(random)};
  };
  for (std::size_t i = 0; i < machine.slice.size(); ++i) {
    machine::SliceParameters& slice = machine.slice[i];
    for (machine::SubsliceParameters& subslice : slice.subslice) {
      for (std::size_t s = 0; s < subslice.sampler.size(); ++s) {
        subslice.sampler[s].l1.set_hash = any_hash(random);
        subslice.sampler[s].l1.bank_hash = machine::BankHash{any_hash(random)};
        of_cache(subslice.sampler[s].l2.cache);
      }
    }
    of_cache(slice.l3);
    of_cache(slice.shared_l2.cache);
  }
  of_cache(machine.llc.cache);
  machine.memory.bank_hash = machine::BankHash{any_hash(random)};
  machine.memory.channel_hash = machine::BankHash{any_hash(random)};
}

}  // namespace texpipe::timing::test
