// Runs a vISA workload with or without time.
#pragma once

#include <cstdint>

#include "base/quantity.h"
#include "machine/graph/machine_parameters.h"
#include "study/run/run_within.h"
#include "study/visa/visa_workload.h"
#include "timing/system/system.h"

namespace texpipe::study {

struct VisaRun {
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;  // EU instructions; untimed only
  std::uint64_t messages = 0;      // untimed only
  Cycles cycles;                   // timed only
};

/// Every message takes effect when it is sent.
VisaRun run_visa_untimed(VisaWorkload& workload);

/// On a machine. Errors: those of System and run_within.
VisaRun run_visa_timed(VisaWorkload& workload, const machine::MachineParameters& machine, timing::SystemTiming timing,
                       Cycles most = kMostCycles);

}  // namespace texpipe::study
