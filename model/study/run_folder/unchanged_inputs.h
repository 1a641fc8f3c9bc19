// Files that a run read: who runs it again needs them as they were.
#pragma once

#include <filesystem>

namespace texpipe::study {

/// Compares the files that a run read with the hashes in its manifest. YAML is left out, as the folder holds what it
/// said. Errors: kMalformedInput for a file that was changed since or is gone, and for what is no manifest.
void check_run_inputs(const std::filesystem::path& folder);

}  // namespace texpipe::study
