// Files that a run writes outside of its folder: waves, traces, recordings.
#pragma once

#include <filesystem>

#include "host/files/output_file.h"
#include "study/run_folder/run_folder.h"

namespace texpipe::study {

/// The folder is replaced whole: files that a user names stand beside it.
/// @param option  that named the file, for the error
/// Errors: kUsage for a file inside the folder, however its name is spelled.
void refuse_inside(const std::filesystem::path& folder, const std::filesystem::path& file, const char* option);

/// Whether they may replace files that are there: as the run may replace its folder.
inline Existing existing_files(Overwrite overwrite) {
  return overwrite == Overwrite::kReplaceRun ? Existing::kReplace : Existing::kRefuse;
}

}  // namespace texpipe::study
