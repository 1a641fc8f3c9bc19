// The files that this process has read. No output may replace one of them.
#pragma once

#include <filesystem>

namespace texpipe::study {

/// To be called by whatever opens a file of the user.
void note_file_read(const std::filesystem::path& file);

/// True for each name of a file that was read (links too).
bool was_read(const std::filesystem::path& file);

/// True when a file that was read lies in the folder or below it.
bool holds_file_read(const std::filesystem::path& folder);

}  // namespace texpipe::study
