// Makes a recording.
#pragma once

#include <ostream>
#include <string>

#include "functional/device/workload.h"
#include "workload/recording/recording.h"

namespace texpipe::study {

/// Executes a workload without time and writes its memory as it is before, and what its threads issue and send, in
/// order. Nothing of it depends on a machine. Errors: those of run_untimed.
RecordingTotals record_workload(functional::Workload& workload, const std::string& study, const std::string& kind,
                                std::ostream& out);

}  // namespace texpipe::study
