// Draws of a recording in the words of tables and timelines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace texpipe::study {

struct DrawSummary;

struct DrawFacts {
  bool by_driver = false;
  std::string topology;             // `TRILIST`
  std::string target;               // `B8G8R8A8_UNORM 640x480`, several joined by ` + `; of none `depth` or `none`
  std::string pass;                 // equal for draws to the same targets
  std::uint64_t depth_address = 0;  // of a depth buffer that is tested or written; 0: none is
  std::uint64_t target_pixels = 0;  // of the first target; 0: it has none
};

DrawFacts facts_of(const DrawSummary& draw);

/// Facts of all draws of a recording, by number. Errors: those of survey_frames.
std::vector<DrawFacts> facts_of_draws(const std::string& file);

}  // namespace texpipe::study
