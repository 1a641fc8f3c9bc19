// Which stretches of a recording stand for the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machine/graph/machine_parameters.h"
#include "workload/choice/sample_parameters.h"
#include "workload/recording/interval_columns.h"

namespace texpipe::study {

/// Consecutive intervals, the unit that is simulated and counted.
struct Stretch {
  unsigned first_group = 0;
  unsigned groups = 0;
  std::size_t first_interval = 0;
  std::vector<double> features;  // of the signature, what caches miss, and the place; relative to the mean of all
};

/// A stretch that is simulated.
struct ChosenStretch {
  std::size_t stretch = 0;
  std::size_t stratum = 0;
  unsigned lead_in_groups = 0;  // simulated before it so that the machine is full of its like
};

/// The first and the last stretch stand for themselves: there the machine fills and drains. Those between fall into
/// strata of similar signatures, of each of which some are chosen.
struct SamplePlan {
  std::vector<Stretch> stretches;
  std::vector<std::size_t> stratum_sizes;
  std::vector<ChosenStretch> chosen;  // between the first and the last one, in order
  unsigned last_lead_in_groups = 0;   // of the last one
  unsigned groups = 0;                // simulated in all
};

/// Number of threads that run at one time.
std::uint64_t threads_of(const machine::MachineParameters& machine);

/// Deterministic. Nothing when sampling would simulate too large a part of the recording to be worth it.
/// @param machine  that it is for: its threads fill a lead-in, its tags tell what each level misses
std::optional<SamplePlan> plan_sample(const std::vector<RecordedInterval>& intervals, unsigned threads_per_group,
                                      const machine::MachineParameters& machine, const SampleParameters& parameters);

}  // namespace texpipe::study
