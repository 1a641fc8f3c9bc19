// A sweep as one record: what compares and prints runs does so with sweeps.
#pragma once

#include <filesystem>

#include "study/run_folder/run_record.h"

namespace texpipe::study {

/// A run, or a sweep whose numbers are the objectives of each point: `l1.size=4KiB l1.ways=2.cycles`. Points of two
/// sweeps with the same settings have the same paths.
/// Errors: those of read_run.
RunRecord read_run_or_sweep(const std::filesystem::path& place, const timing::BlockRegistry& blocks);

}  // namespace texpipe::study
