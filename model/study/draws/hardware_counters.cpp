#include "study/draws/hardware_counters.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/statistics/issue_slot.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

namespace {

/// Sources of a counter's value.
enum class Source : std::uint8_t {
  kNone,     // the model does not count it
  kThreads,  // known without time
  kCounter,  // sum of a counter of all units
  kBusy,     // cycles of all units with work
  kHeldUp,   // cycles of all units that are neither at work nor idle
  kCycles,   // of the run
};

struct CounterFacts {
  std::string_view name;
  std::string_view unit;
  Source source = Source::kNone;
  std::string_view path = {};  // of a counter or an account, without indices
};

constexpr std::string_view kEuCycles = "slice.subslice.eu.cycles";

/// A0 to A35: numbers, names and meaning from Mesa's table of the metrics of KBL GT2 and the manual's aggregating
/// counters. A counter of 2x2s counts pixels by four.
constexpr std::array<CounterFacts, functional::kAggregatingCounters> kAggregating{{
    {"GPU busy", "cycles", Source::kCycles},
    {"VS threads dispatched", "threads", Source::kThreads},
    {"HS threads dispatched", "threads", Source::kThreads},
    {"DS threads dispatched", "threads", Source::kThreads},
    {"CS threads dispatched", "threads", Source::kThreads},
    {"GS threads dispatched", "threads", Source::kThreads},
    {"PS threads dispatched", "threads", Source::kThreads},
    {"EU active, all EUs", "cycles", Source::kBusy, kEuCycles},
    {"EU stall, all EUs", "cycles", Source::kHeldUp, kEuCycles},
    {"both FPU pipes active, all EUs", "cycles"},
    {"VS FPU0 pipe active, all EUs", "cycles"},
    {"VS FPU1 pipe active, all EUs", "cycles"},
    {"VS send pipe active, all EUs", "cycles"},
    {"A13", ""},
    {"A14", ""},
    {"PS FPU0 pipe active, all EUs", "cycles"},
    {"PS FPU1 pipe active, all EUs", "cycles"},
    {"PS send pipe active, all EUs", "cycles"},
    {"PS both FPU pipes active, all EUs", "cycles"},
    {"A19", ""},
    {"A20", ""},
    {"2x2s rasterized", "2x2s", Source::kCounter, "slice.frame.rasterizer.subspans"},
    {"2x2s failing the hierarchical depth test", "2x2s"},
    {"2x2s failing the early depth test", "2x2s"},
    {"2x2s killed in the pixel shader", "2x2s"},
    {"2x2s failing tests behind the pixel shader", "2x2s"},
    {"2x2s written to render targets", "2x2s"},
    {"2x2s blended", "2x2s"},
    {"2x2s requested from the sampler", "2x2s", Source::kCounter, "slice.subslice.sampler.front_end.subspans"},
    {"sampler L1 misses", "lookups", Source::kCounter, "slice.subslice.sampler.l1.misses"},
    {"64-byte reads of shared local memory", "reads"},
    {"64-byte writes of shared local memory", "writes"},
    {"shader memory accesses to L3", "accesses"},
    {"A33", ""},
    {"shader atomic memory accesses", "accesses"},
    {"shader barrier messages", "messages", Source::kCounter, "slice.subslice.gateway.messages"},
}};

/// Subcycles of an account, by category, summed over equal units; a counter is the first one.
std::vector<std::uint64_t> sums(const std::vector<const machine::Statistic*>& sources, Cycles now) {
  std::vector<std::uint64_t> sums, parts;
  for (const machine::Statistic* statistic : sources) {
    parts.clear();
    if (const auto* counter = std::get_if<machine::Counter>(&statistic->value)) parts.push_back(counter->value());
    if (const auto* account = std::get_if<machine::CycleAccount>(&statistic->value)) account->append_parts(now, parts);
    sums.resize(std::max(sums.size(), parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i) sums[i] += parts[i];
  }
  return sums;
}

std::uint64_t value_of(Source source, const std::vector<const machine::Statistic*>& sources, Cycles now) {
  if (source == Source::kCycles) return now.value();
  const std::vector<std::uint64_t> parts = sums(sources, now);
  if (parts.empty()) return 0;
  if (source == Source::kCounter) return parts.front();
  if (source == Source::kBusy) return parts.front() / machine::kSubcyclesPerCycle;
  std::uint64_t held_up = 0;  // the first category is work, the last one idleness
  for (std::size_t i = 1; i + 1 < parts.size(); ++i) held_up += parts[i];
  return held_up / machine::kSubcyclesPerCycle;
}

}  // namespace

void MachineCounters::find_statistics() {
  std::size_t count = 0;
  for (const auto& [path, group] : statistics_.groups()) count += group.statistics().size();
  if (count == std::exchange(known_, count)) return;
  for (auto& sources : sources_) sources.clear();
  for (const auto& [path, group] : statistics_.groups()) {
    const std::string pattern = without_indices(path) + '.';
    for (std::size_t n = 0; n < kAggregating.size(); ++n) {
      const std::string_view wanted = kAggregating[n].path;
      if (!wanted.starts_with(pattern)) continue;
      if (const auto* statistic = group.find(wanted.substr(pattern.size()))) sources_[n].push_back(statistic);
    }
  }
}

void MachineCounters::add(Cycles now, Frequency clock, functional::PerformanceCounters& counters) {
  constexpr std::uint64_t kTicks = 12'000'000;  // a second
  find_statistics();
  const unsigned __int128 ticks = static_cast<unsigned __int128>(now.value()) * kTicks / clock.value();
  counters.timestamp = static_cast<std::uint32_t>(ticks);
  counters.clocks = static_cast<std::uint32_t>(now.value());
  for (std::size_t n = 0; n < kAggregating.size(); ++n) {
    const Source source = kAggregating[n].source;
    if (source == Source::kNone || source == Source::kThreads) continue;
    counters.aggregating[n] = value_of(source, sources_[n], now);
  }
}

std::string counter_table(const functional::PerformanceCounters& counters, CountedTime time) {
  const bool timed = time == CountedTime::kClock;
  std::string text = "counter,name,value,unit,from\n";
  auto out = std::back_inserter(text);
  fmt::format_to(out, "timestamp,timestamp,{},ticks of 12 MHz,{}\n", counters.timestamp,
                 timed ? "the run's cycles" : "not counted without time");
  fmt::format_to(out, "clock,GPU clocks,{},cycles,{}\n", counters.clocks,
                 timed ? "the run's cycles" : "not counted without time");
  for (std::size_t n = 0; n < kAggregating.size(); ++n) {
    const CounterFacts& facts = kAggregating[n];
    std::string from = "not counted";
    if (facts.source == Source::kThreads) from = "threads that were started";
    if (facts.source == Source::kCycles) from = "the run's cycles";
    if (!facts.path.empty()) from = facts.path;
    if (facts.source > Source::kThreads && !timed) from = "not counted without time";
    fmt::format_to(out, "A{},\"{}\",{},{},{}\n", n, facts.name, counters.aggregating[n], facts.unit, from);
  }
  for (const char letter : {'B', 'C'})
    for (unsigned n = 0; n < 8; ++n)
      fmt::format_to(out, "{0}{1},{0}{1},0,,not counted: what it counts is the driver's choice\n", letter, n);
  return text;
}

}  // namespace texpipe::study
