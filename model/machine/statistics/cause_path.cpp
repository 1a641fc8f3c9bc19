#include "machine/statistics/cause_path.h"

namespace texpipe::machine {

void CausePath::blame(const CausePath& begun, Cause capacity, const CauseStrains& strains) {
  if (at_ <= begun.at_) return;
  std::array<std::uint32_t, kLatencyCauses> grown{};
  std::size_t largest = 0;
  for (std::size_t i = 0; i < kLatencyCauses; ++i) {
    grown[i] = cycles_[i] > begun.cycles_[i] ? cycles_[i] - begun.cycles_[i] : 0;
    if (grown[i] > grown[largest]) largest = i;
  }
  const std::uint64_t held = (at_ - begun.at_).value();
  if (4 * std::uint64_t{grown[largest]} >= 3 * held && strains[largest] > strains[index_of(capacity)]) return;
  for (std::size_t i = 0; i < kLatencyCauses; ++i) {
    cycles_[i] -= grown[i];
    cycles_[index_of(capacity)] += grown[i];
  }
}

}  // namespace texpipe::machine
