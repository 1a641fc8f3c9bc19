// A recording as the recorder leaves it: counted, checked and packed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace texpipe::study {

/// Extent of the pictures that a program presented, and how many have it.
struct CapturedPictures {
  std::string extent;  // 640x480
  std::uint64_t count = 0;
};

struct CapturedFrames {
  std::uint64_t submissions = 0;
  std::uint64_t draws = 0;         // of the program
  std::uint64_t driver_draws = 0;  // clears, copies and resolves that the driver draws
  std::uint64_t compute_walkers = 0;
  std::uint64_t pictures = 0;             // that notes name
  std::vector<CapturedPictures> extents;  // in the order of their first pictures
  std::uint64_t bytes = 0;                // up to the end of the last submission or note
  std::optional<std::string> cut;         // why records after that are left out: the program ended within them
  std::optional<std::string> uncounted;   // why there are no draws: commands that cannot be followed
  std::optional<std::string> wrong_note;  // why a run will refuse the recording: what the program called its memory
};

/// Reads the whole recording, and cuts off what its program did not finish. Draws are counted as the CPU sent them.
/// Errors: kUnsupported for a recording that the model would refuse.
CapturedFrames take_frames(const std::filesystem::path& recording);

/// Packs the first `bytes` of a file with zstd; the same bytes always become the same. Errors: those of FileBytes;
/// kInternalError when zstd fails. Failures of the stream are its own.
void pack_frames(const std::filesystem::path& recording, std::uint64_t bytes, std::ostream& out);

}  // namespace texpipe::study
