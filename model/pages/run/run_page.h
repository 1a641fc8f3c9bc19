// A run as one HTML page that needs nothing else: no network, no other file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace texpipe::study {

/// History of a pixel, in words (answer_text).
struct RecordedPixel {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::string history;
};

/// Headline, charts with their numbers, picture, configuration and provenance of a run folder.
/// @param pixels  that a click on the picture shows, as far as there is room for them: kMostHistoryBytes
/// Errors: kMalformedInput, with the file, for what is no run folder or was written by another version.
std::string run_page(const std::filesystem::path& folder, const std::vector<RecordedPixel>& pixels = {});

/// Most bytes of all histories of a page together.
inline constexpr std::size_t kMostHistoryBytes = 160 << 10;

}  // namespace texpipe::study
