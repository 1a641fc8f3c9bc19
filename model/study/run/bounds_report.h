// Report of a workload's accesses beyond its buffers.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "functional/device/workload.h"
#include "machine/statistics/statistics.h"

namespace texpipe::study {

/// How many there were, and the first; empty when there were none or nobody counted.
std::string bounds_text(const functional::Workload& workload);

/// Counts them in the statistics, as bounds.beyond_buffers, and warns of them; nothing when there were none.
std::optional<Diagnostic> report_beyond_buffers(const functional::Workload& workload,
                                                machine::StatisticsRegistry& statistics);

}  // namespace texpipe::study
