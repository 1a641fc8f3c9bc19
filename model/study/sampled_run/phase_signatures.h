// Signatures of the phases of a frame: what each asks of a machine.
#pragma once

#include <vector>

#include "functional/device/workload.h"
#include "workload/recording/interval_columns.h"

namespace texpipe::study {

/// Runs the workload without time. Each phase is an interval, whose groups are its threads.
std::vector<RecordedInterval> phase_signatures(functional::Workload workload);

}  // namespace texpipe::study
