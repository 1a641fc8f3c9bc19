// The numbers of a run, each with its path: what summaries, comparisons and tables read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/quantity.h"
#include "machine/statistics/statistics.h"

namespace texpipe::study {

/// Kind of statistic that a number is part of; decides how two of them are compared.
enum class NumberKind : std::uint8_t { kCounter, kRatio, kAccount, kHistogram };

/// One number of a run. Paths join group, statistic and part with dots: `slice.l3.reads`, `slice.l3.cycles.busy`,
/// `memory.queue.mean`; the run's own are `cycles` and those of `image`.
struct RunNumber {
  std::string path;
  NumberKind kind = NumberKind::kCounter;
  double value = 0;
  std::string text;  // as stats.json has it; empty where none was read
  std::string unit;
  std::string description;
};

/// Description of the run's length in stats.json.
inline constexpr std::string_view kCyclesDescription = "of the GPU clock, until the last write";

/// The numbers that stats.json would have, without it.
/// @param cycles  nothing for an untimed run
std::vector<RunNumber> numbers_of(const machine::StatisticsRegistry& statistics, std::optional<Cycles> cycles);

}  // namespace texpipe::study
