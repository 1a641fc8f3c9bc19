// Content of a folder that a run would replace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace texpipe::study {

/// A run folder is known by the manifest that texpipe wrote, and what it wrote by the manifest's names and hashes.
struct RunFolderContent {
  enum class Kind { kNothing, kEmpty, kUnfinished, kComplete, kForeign };

  Kind kind = Kind::kNothing;
  std::vector<std::string> strange;  // of a run: entries that texpipe did not write, or that were changed since
};

RunFolderContent run_folder_content(const std::filesystem::path& folder);

/// True when the folder has a manifest of texpipe's, whatever else it has.
bool has_manifest(const std::filesystem::path& folder);

/// Removes a run's files by their names, and the folder when nothing else is in it.
void remove_run_folder(const std::filesystem::path& folder);

}  // namespace texpipe::study
