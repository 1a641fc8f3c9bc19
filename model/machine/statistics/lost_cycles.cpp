#include "machine/statistics/lost_cycles.h"

#include <algorithm>
#include <numeric>

namespace texpipe::machine {

std::vector<std::uint64_t> divide(std::uint64_t whole, const std::vector<std::uint64_t>& weights, std::size_t rest) {
  std::vector<std::uint64_t> parts(weights.size(), 0);
  unsigned __int128 total = 0;
  for (const std::uint64_t weight : weights) total += weight;
  if (total == 0) {
    parts[rest] = whole;
    return parts;
  }
  unsigned __int128 seen = 0;
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    seen += weights[i];
    const auto until = static_cast<std::uint64_t>(seen * whole / total);
    parts[i] = until - given;
    given = until;
  }
  return parts;
}

void LostCycles::settle(Cycles end) {
  CausePath path = last_;
  path.spend(Cause::kThreadEndLatency, end);
  for (const Filter& filter : filters_) {
    const std::uint64_t whole = subcycles(end).value();
    const std::uint64_t work = std::min(filter.work->value(), whole);
    const std::uint64_t lost = whole - work;
    std::vector<std::uint64_t> weights(kCauses, 0);
    for (std::size_t i = 0; i < kCauses; ++i) weights[i] = path.cycles(static_cast<Cause>(i));
    // On the path the filter's own work is no loss; what another filter worked longer than this one is.
    const std::uint64_t on_path = weights[index_of(Cause::kFilterRate)];
    const std::uint64_t own = std::min(on_path, work / kSubcyclesPerCycle);
    weights[index_of(Cause::kFilterRate)] = on_path - own;
    std::vector<std::uint64_t> parts = divide(lost, weights, index_of(Cause::kNoWork));
    parts.insert(parts.begin(), work);
    filter.account->settle(parts, end);
  }
}

}  // namespace texpipe::machine
