// A run as one HTML page that needs nothing else: no network, no other file.
#pragma once

#include <filesystem>
#include <string>

namespace texpipe::study {

/// Headline, charts with their numbers, picture, configuration and provenance of a run folder.
/// Errors: kMalformedInput, with the file, for what is no run folder or was written by another version.
std::string run_page(const std::filesystem::path& folder);

}  // namespace texpipe::study
