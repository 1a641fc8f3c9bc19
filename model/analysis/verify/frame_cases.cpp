#include "analysis/verify/frame_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "analysis/verify/case_error.h"
#include "analysis/verify/frame_variants.h"
#include "analysis/verify/picture_comparison.h"
#include "analysis/verify/pixel_class_map.h"
#include "functional/device/untimed_run.h"
#include "host/files/byte_reader.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"
#include "pictures/texture/texture.h"
#include "workload/frame/frame_recording.h"
#include "workload/frame/noted_picture.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

/// Percent beyond the bounds of interior, level, anisotropic and edge pixels, of recordings that no frames.yaml lists.
constexpr std::array<double, kPictureClasses> kUnlistedBeyond{0.2, 2, 8, 4};

/// Picture to agree with, and how well.
struct PictureBound {
  std::uint32_t picture = 0;
  fs::path expected{};  // empty: nothing is compared
  std::uint32_t within = 2;
  double least = 0;  // percent of the pixels
  /// Percent of a class' pixels that may lie beyond its bound, which edges do not have.
  std::array<double, kPictureClasses> beyond{};
};

FramePictures draw_timed(const fs::path& recording, const WorkloadExecutor& execute) {
  functional::Workload workload = workload_of_frames(recording);
  execute(workload);
  return pictures_of_frames(workload);
}

/// Draws a recording, and finds the classes of its pixels.
FramePictures draw_classified(const fs::path& recording, PixelClassMap& classes) {
  functional::Workload workload = workload_of_frames(recording, &classes);
  classes.look_at(*workload.memory);
  functional::run_untimed_listening(workload, [&](const functional::MessageSend& send) { classes.sent(send); });
  return pictures_of_frames(workload);
}

/// Percent of a class' pixels that may lie beyond its bound: a pixel of an edge whose texture is in doubt, too, has the
/// larger of both.
double allowed_percent(const PictureBound& bound, std::size_t which, const ClassCount& count) {
  double pixels = 0;
  for (std::size_t texture = 0; texture < kPictureClasses; ++texture)
    pixels += std::max(bound.beyond[which], bound.beyond[texture]) * static_cast<double>(count.textured[texture]);
  return count.pixels == 0 ? 0 : pixels / static_cast<double>(count.pixels);
}

void judge(const std::string& png, const PictureClasses& classes, const PictureBound& bound, FrameVariants& variants,
           CaseOutcome& outcome) {
  const Texture drawn = parse_texture(std::as_bytes(std::span{png}), outcome.id);
  outcome.values = std::size_t{drawn.image.width} * drawn.image.height;
  if (bound.expected.empty()) {
    fail_case(outcome, fmt::format("picture {} has nothing to be compared with: expected NAME.{}.png or "
                                   "expected/NAME.{}.png beside the recording or above",
                                   bound.picture, bound.picture, bound.picture));
    return;
  }
  const Texture expected = read_texture(bound.expected);
  const PictureVerdict verdict =
      compare_pictures(drawn, expected, classes, [&](PictureClass which) { return variants.of(which, bound.picture); });
  outcome.summary = verdict.text();
  outcome.picture = verdict;
  for (const ClassCount& count : verdict.classes) outcome.failing_values += count.beyond;
  for (std::size_t i = 0; i < kPictureClasses; ++i) {
    const ClassCount& count = verdict.classes[i];
    const double allowed = allowed_percent(bound, i, count);
    if (static_cast<double>(count.beyond) * 100 <= allowed * static_cast<double>(count.pixels)) continue;
    fail_case(outcome, fmt::format("{} of {} {} pixels lie beyond their bound, of {:.3g} % at most: {}", count.beyond,
                                   count.pixels, kPictureClassNames[i], allowed, verdict.text()));
  }
  const double percent = percent_within(drawn, expected, bound.within);
  if (percent >= bound.least) return;
  fail_case(outcome, fmt::format("{:.2f} % of the pixels lie within {} of 255 of {}, of {} % at least", percent,
                                 bound.within, bound.expected.string(), bound.least));
}

/// An outcome per bound. Never throws for what is wrong with the recording, its run or its pictures.
std::vector<CaseOutcome> verify_pictures(const fs::path& recording, std::vector<PictureBound> bounds,
                                         const VerifyOptions& options,
                                         const std::function<PictureBound(std::uint32_t)>& unlisted) {
  const std::string name = recording.filename().string();
  const std::string stem = name.substr(0, name.find(".frames"));
  std::vector<CaseOutcome> outcomes;
  const auto outcome_of = [&](const std::string& id) {
    return CaseOutcome{.id = id,
                       .file = recording.string(),
                       .variant = recording.parent_path().filename().string(),
                       .path = CasePath::kFrame};
  };
  FramePictures pictures, timed;
  PixelClassMap classes;
  FrameVariants variants{recording};
  try {
    pictures = draw_classified(recording, classes);
    if (options.timed_workload) timed = draw_timed(recording, options.timed_workload);
  } catch (const Error& error) {
    take_case_error(outcomes.emplace_back(outcome_of(stem)), error);
    return outcomes;
  }
  if (unlisted) {
    for (const auto& [number, png] : pictures) bounds.push_back(unlisted(number));
  }
  for (const PictureBound& bound : bounds) {
    CaseOutcome& outcome = outcomes.emplace_back(outcome_of(fmt::format("{}.{}", stem, bound.picture)));
    const auto drawn = pictures.find(bound.picture);
    if (drawn == pictures.end()) {
      outcome.status = CaseStatus::kFailed;
      outcome.problem = fmt::format("the recording notes no picture {}", bound.picture);
      continue;
    }
    try {
      judge(drawn->second, classes.pictures().at(bound.picture), bound, variants, outcome);
    } catch (const Error& error) {
      take_case_error(outcome, error);
    }
    if (options.timed_workload && timed[bound.picture] != drawn->second && outcome.status == CaseStatus::kPassed) {
      outcome.status = CaseStatus::kFailed;
      outcome.problem = "the picture has other bytes than untimed";
    }
  }
  return outcomes;
}

PictureBound read_bound(const ConfigNode& node, const fs::path& folder, const std::string& path,
                        std::vector<Diagnostic>& problems) {
  PictureBound bound;
  NodeReader reader{node, path, problems};
  std::string expected;
  reader.value("picture", bound.picture, 0u, 0xFFFFu);
  reader.value("expected", expected);
  reader.value("within", bound.within, 0u, 255u);
  reader.value("least", bound.least, 0.0, 100.0);
  for (std::size_t i = 0; i < kPictureClasses; ++i) {
    reader.value(std::string{kPictureClassNames[i]} + "_beyond", bound.beyond[i], 0.0, 100.0);
  }
  reader.finish();
  bound.expected = folder / expected;
  if (expected.empty()) reader.refuse(node, path, "has no expected", "the PNG file to compare the picture with");
  return bound;
}

}  // namespace

bool is_recording_of_frames(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".frames") || name.ends_with(".frames.zst");
}

bool holds_frames(const fs::path& file) {
  try {
    const FrameRecording recording{file};
    return true;
  } catch (const Error& error) {
    return error.code() == ExitCode::kUnsupported;  // another version
  }
}

std::vector<CaseOutcome> verify_frames(const fs::path& file, const VerifyOptions& options,
                                       std::vector<fs::path>& drawn) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = parse_yaml(read_text(file), file.string(), problems);
  NodeReader reader{root, "", problems};
  const ConfigNode* list = reader.find_list("frames");
  if (list == nullptr && problems.empty())
    reader.refuse(root, "frames", "is missing", "a list of recordings with their pictures");
  reader.finish();
  std::vector<std::pair<fs::path, std::vector<PictureBound>>> recordings;
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const std::string path = fmt::format("frames[{}]", i);
    NodeReader item{list->items[i], path, problems};
    std::string recording;
    item.value("recording", recording);
    auto& [place, bounds] = recordings.emplace_back(file.parent_path() / recording, std::vector<PictureBound>{});
    if (recording.empty()) item.refuse(list->items[i], path, "has no recording", "a file of recorded frames");
    const ConfigNode* pictures = item.find_list("pictures");
    const bool refused = pictures == nullptr && list->items[i].find("pictures") != nullptr;
    if (!refused && (pictures == nullptr || pictures->items.empty()))
      item.refuse(list->items[i], path, "has no pictures", "{picture: NUMBER, expected: PNG file}, ...");
    for (std::size_t p = 0; pictures != nullptr && p < pictures->items.size(); ++p)
      bounds.push_back(
          read_bound(pictures->items[p], file.parent_path(), fmt::format("{}.pictures[{}]", path, p), problems));
    item.finish();
  }
  if (!problems.empty()) throw Error{ExitCode::kMalformedInput, problems};
  std::vector<CaseOutcome> outcomes;
  for (const auto& [place, bounds] : recordings) {
    drawn.push_back(fs::weakly_canonical(place));
    if (place.filename().string().find(options.filter) == std::string::npos) continue;
    std::vector<CaseOutcome> of = verify_pictures(place, bounds, options, {});
    std::move(of.begin(), of.end(), std::back_inserter(outcomes));
  }
  return outcomes;
}

std::vector<CaseOutcome> verify_recording(const fs::path& recording, const fs::path& root,
                                          const VerifyOptions& options) {
  const fs::path last = fs::is_directory(root) ? fs::weakly_canonical(root) : fs::weakly_canonical(root).parent_path();
  const auto bound_of = [&](std::uint32_t number) {
    PictureBound bound{.picture = number, .beyond = kUnlistedBeyond};
    const std::string file = expected_picture_name(recording, number);
    for (fs::path folder = fs::weakly_canonical(recording).parent_path();; folder = folder.parent_path()) {
      for (const fs::path& candidate : {folder / file, folder / "expected" / file}) {
        if (!bound.expected.empty() || !fs::is_regular_file(candidate)) continue;
        bound.expected = candidate;
      }
      if (!bound.expected.empty() || folder == last || folder == folder.root_path()) return bound;
    }
  };
  return verify_pictures(recording, {}, options, bound_of);
}

}  // namespace texpipe::study
