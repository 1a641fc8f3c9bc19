// A run as one HTML page that needs nothing else: no network, no other file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "study/run_folder/run_record.h"
#include "timing/system/topology.h"

namespace texpipe::study {

/// History of a pixel, in words (answer_text).
struct RecordedPixel {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::string history;
};

/// Parts of a page that come from more than the files that it reads.
struct RunPageExtras {
  std::vector<RecordedPixel> pixels{};         // that a click on the picture shows, as far as there is room for them
  std::optional<timing::Topology> topology{};  // of the machine, for its drawing
  std::optional<RunRecord> record{};           // for energy and area by the table of its study
  std::string problem{};                       // why the machine cannot be drawn; empty: it can, or the run has no time
};

/// Headline, drawing of the machine, charts with their numbers, picture, configuration and provenance of a run folder.
/// Errors: kMalformedInput, with the file, for what is no run folder or was written by another version.
std::string run_page(const std::filesystem::path& folder, const RunPageExtras& extras = {});

/// Most bytes of all histories of a page together.
inline constexpr std::size_t kMostHistoryBytes = 160 << 10;

}  // namespace texpipe::study
