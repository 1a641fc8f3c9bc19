// The files that this process has read. No output may replace one of them, and a run's manifest names them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace texpipe::study {

/// To be called by whatever opens a file of the user.
void note_file_read(const std::filesystem::path& file);

/// Forgets them: what a process that lives on does next is another piece of work.
void forget_files_read();

/// Number of notes so far; a mark for `files_read_since`.
std::size_t files_read();

/// The regular files that were read since a mark, each once, in the order of their first reading, under the names that
/// they were read by.
std::vector<std::filesystem::path> files_read_since(std::size_t mark);

/// True for each name of a file that was read (links too).
bool was_read(const std::filesystem::path& file);

/// True when a file that was read lies in the folder or below it.
bool holds_file_read(const std::filesystem::path& folder);

}  // namespace texpipe::study
