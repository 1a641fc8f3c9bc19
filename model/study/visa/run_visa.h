// Runs a vISA workload with or without time.
#pragma once

#include <cstdint>

#include "base/quantity.h"
#include "machine/graph/machine_parameters.h"
#include "study/visa/visa_workload.h"

namespace texpipe::study {

struct VisaRun {
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;  // EU instructions; untimed only
  std::uint64_t messages = 0;      // untimed only
  Cycles cycles;                   // timed only
};

/// Every message takes effect when it is sent.
VisaRun run_visa_untimed(VisaWorkload& workload);

inline constexpr Cycles kMostVisaCycles{1'000'000'000};

/// On a machine, approximately timed. Errors: those of System; kWatchdog when it does not come to its end, also within
/// `most` cycles (checked every 100,000).
VisaRun run_visa_timed(VisaWorkload& workload, const machine::MachineParameters& machine,
                       Cycles most = kMostVisaCycles);

}  // namespace texpipe::study
