#include "functional/frame/state/performance_counters.h"

#include <algorithm>
#include <string_view>

namespace texpipe::functional {

void count_threads(const ThreadSource& threads, PerformanceCounters& counters) {
  constexpr std::array<std::string_view, kPixelThreads + 1> kStages{
      "", "vertex shader", "hull shader", "domain shader", "compute shader", "geometry shader", "pixel shader"};
  for (const PhasePart& part : threads.parts()) {
    const std::string stage = part.stage.empty() ? threads.name() : part.stage;
    const auto known = std::find(kStages.begin(), kStages.end(), stage);
    if (known != kStages.end())
      counters.aggregating[static_cast<std::size_t>(known - kStages.begin())] +=
          part.groups * threads.threads_per_group();
  }
}

std::array<std::uint32_t, kReportWords> counter_report(const PerformanceCounters& counters, std::uint32_t number,
                                                       std::uint32_t context) {
  constexpr unsigned kFirstLow = 4, kFirstShort = 36, kFirstHigh = 40, kOfFortyBits = 32, kBytesOfWord = 4;
  std::array<std::uint32_t, kReportWords> words{number, counters.timestamp, context, counters.clocks};
  for (unsigned n = 0; n < kAggregatingCounters; ++n) {
    const std::uint64_t value = counters.aggregating[n];
    if (n >= kOfFortyBits) {
      words[kFirstShort + n - kOfFortyBits] = static_cast<std::uint32_t>(value);
      continue;
    }
    words[kFirstLow + n] = static_cast<std::uint32_t>(value);
    words[kFirstHigh + n / kBytesOfWord] |= static_cast<std::uint32_t>(value >> 32 & 0xFF) << 8 * (n % kBytesOfWord);
  }
  return words;
}

}  // namespace texpipe::functional
