// Recordings of frames as cases of verify.
#pragma once

#include <filesystem>
#include <vector>

#include "analysis/verify/verify_run.h"

namespace texpipe::study {

/// Name of the file beside recordings that says which pictures they have to draw (docs/reference/frame-bounds.md):
///
///   frames:
///   - recording: plain/floor.frames.zst            # relative to this file
///     pictures:
///     - {picture: 0, expected: expected/floor.0.png, anisotropic_beyond: 7, within: 2, least: 73.2}
///
/// Of a class' pixels no more percent lie beyond the class' bound than `CLASS_beyond`, and `least` percent of all lie
/// within `within` steps of the expected picture in every channel.
inline constexpr const char* kFramesFile = "frames.yaml";

/// A recording that verify meets, by the end of its name: `.frames` or `.frames.zst`.
bool is_recording_of_frames(const std::filesystem::path& file);
/// A file that is a recording whatever its name: for one that the user names.
bool holds_frames(const std::filesystem::path& file);

/// Draws every recording that a frames.yaml lists without time, and in the options' timing if they have one, which has
/// to leave the same bytes; an outcome per picture. `drawn` gains the recordings.
/// Errors: kMalformedInput and kInvalidConfiguration with the place of every mistake in the file.
std::vector<CaseOutcome> verify_frames(const std::filesystem::path& file, const VerifyOptions& options,
                                       std::vector<std::filesystem::path>& drawn);

/// Draws a recording NAME.frames that no frames.yaml lists, and compares its picture N with `NAME.N.png` or
/// `expected/NAME.N.png` of the nearest folder up to `root` that has it; a few percent of each class may lie beyond its
/// bound. A picture without an expected one passes when it was drawn, with a note.
std::vector<CaseOutcome> verify_recording(const std::filesystem::path& recording, const std::filesystem::path& root,
                                          const VerifyOptions& options);

}  // namespace texpipe::study
