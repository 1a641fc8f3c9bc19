#include "machine/statistics/lost_cycles.h"

#include <algorithm>
#include <numeric>

namespace texpipe::machine {
namespace {

constexpr double kWeightPerCycle = 1024;
constexpr double kAsMuch = 0.98;  // of what a unit saves, saved by something in it alone

}  // namespace

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

double LostCycles::own_savings(Cause cause) const {
  const double saved = end_.saved(cause);
  for (std::size_t i = 0; i < kCauses; ++i) {
    const auto part = static_cast<Cause>(i);
    if (part != cause && row_of(part).unit == cause && end_.saved(part) >= kAsMuch * saved) return 0;
  }
  return saved;
}

void LostCycles::settle(Cycles end) {
  for (const Filter& filter : filters_) {
    const std::uint64_t whole = subcycles(end).value();
    const std::uint64_t work = std::min(filter.work->value(), whole);
    std::vector<std::uint64_t> weights(kCauses, 0);
    for (std::size_t i = 0; i < kCauses; ++i) {
      weights[i] = static_cast<std::uint64_t>(own_savings(static_cast<Cause>(i)) * kWeightPerCycle);
    }
    // The filter's own work is no loss; that another filter works longer than this one is.
    std::uint64_t& by_filters = weights[index_of(Cause::kFilterRate)];
    const double own = relaxations[Cause::kFilterRate].share * static_cast<double>(work) / kSubcyclesPerCycle;
    by_filters -= std::min(by_filters, static_cast<std::uint64_t>(own * kWeightPerCycle));
    std::vector<std::uint64_t> parts = divide(whole - work, weights, index_of(Cause::kNone));
    parts.insert(parts.begin(), work);
    filter.account->settle(parts, end);
  }
}

void LostCycles::publish(StatisticsRegistry& statistics) const {
  if (filters_.empty()) return;
  StatisticsGroup& group =
      statistics.group("relaxed", "cycles by which the run would be shorter with one parameter relaxed");
  for (std::size_t i = 0; i < kCauses; ++i) {
    const CauseRow& row = row_of(static_cast<Cause>(i));
    const auto saved = static_cast<std::uint64_t>(end_.saved(row.cause));
    if (saved == 0) continue;
    group.counter(std::string{row.name}, StatisticUnit::kCycles, std::string{row.remedies[0].parameter} + " relaxed")
        .add(saved);
    const Cause twice = relaxations.twice(row.cause);
    if (twice == Cause::kNone) continue;
    statistics.group("relaxed_twice", "the same of parameters that are far from their defaults, only twice as good")
        .counter(std::string{row.name}, StatisticUnit::kCycles,
                 std::string{row.remedies[0].parameter} + " twice as good")
        .add(static_cast<std::uint64_t>(end_.saved(twice)));
  }
}

}  // namespace texpipe::machine
