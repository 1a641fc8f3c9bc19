// Summary that a person sees at the end of a run, on one screen.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "machine/graph/machine_parameters.h"
#include "machine/statistics/statistics.h"
#include "pictures/texture/png.h"
#include "study/summary/run_numbers.h"

namespace texpipe::study {

/// Whether the execution units are what the run is about.
enum class UnitLines : std::uint8_t { kUntold, kTold };

struct SummaryFacts {
  std::string study;
  std::string machine_name;
  std::string timing;
  UnitLines execution_units = UnitLines::kUntold;
  std::string sample = {};  // what was simulated of the whole; empty: all
  const machine::MachineParameters& machine;
  const machine::StatisticsRegistry& statistics;
  std::optional<Cycles> cycles;           // none without time
  const std::vector<RunNumber>& numbers;  // numbers_of the statistics; none without time
  std::string draws{};                    // of a timed frame: how many, and the longest; empty: none
  std::string thread_waits{};             // what threads wait for, and the file that tells more; empty: nobody looked
  std::string timeline{};
  std::string beyond_buffers{};  // what a kernel touched beyond its buffers; empty: nothing
  const Picture& picture;
  std::filesystem::path folder;
  double host_seconds = 1;  // of the simulation, without reading and writing files
};

/// Lines of a label and what was measured; what a run does not have is left out.
std::string summary_text(const SummaryFacts& facts);

}  // namespace texpipe::study
