// Results of a run that failed or was stopped: marked wherever somebody may look, so that nothing takes them for
// complete ones.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/quantity.h"
#include "functional/device/workload.h"
#include "study/run/run_log.h"
#include "study/run_folder/run_folder.h"

namespace texpipe::study {

/// Largest input that a run which was asked to end at once still hashes.
inline constexpr ByteSize kMostUnfinishedInput{16 << 20};

/// The line that such a run's stats.csv ends with.
inline constexpr std::string_view kUnfinishedRow = "run,unfinished,,,1\n";

/// The text's first line, without its end.
std::string first_line(const std::string& text);

/// Why a run is not complete, in a line: the failure's first, and how far the run came.
/// @param cycles  that were simulated; none: no time passed
std::string unfinished_reason(const std::string& failure, std::optional<Cycles> cycles);

/// Writes results and picture of the part that ran, as NAME_unfinished.EXTENSION; no large picture, because the run was
/// asked to end at once, which the log tells. Errors: those of RunFolder::write; a further stop request.
void write_partial_results(RunFolder& folder, RunLog& log, const functional::Workload& workload);

/// The error of a run that stands beside the complete one whose folder it was to replace.
Error error_beside(const Error& error, const std::filesystem::path& asked_for, const std::filesystem::path& folder);

}  // namespace texpipe::study
