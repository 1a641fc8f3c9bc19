// A sweep as one HTML page that needs nothing else: no network, no other file.
#pragma once

#include <filesystem>
#include <string>

namespace texpipe::study {

/// Page of a sweep's results: headline, charts with their numbers, and provenance. Errors: those of read_results.
std::string sweep_page(const std::filesystem::path& folder);

}  // namespace texpipe::study
