#include "analysis/verify/frame_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "analysis/verify/case_error.h"
#include "functional/device/untimed_run.h"
#include "host/files/byte_reader.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"
#include "pictures/texture/texture.h"
#include "workload/frame/frame_workload.h"
#include "workload/frame/noted_picture.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

/// Picture to agree with, and how well.
struct PictureBound {
  std::uint32_t picture = 0;
  fs::path expected{};  // empty: nothing is compared
  std::uint32_t within = 8;
  double least = 90;  // percent of the pixels
};

using Pictures = std::map<std::uint32_t, std::string>;  // PNG by number

/// Number in a name `picture_N.png` of a result; nothing: it is another file.
std::optional<std::uint32_t> picture_number(std::string_view name) {
  constexpr std::string_view kBegin = "picture_", kEnd = ".png";
  if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return std::nullopt;
  name.remove_prefix(kBegin.size());
  name.remove_suffix(kEnd.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number;
}

Pictures draw(const fs::path& recording, const WorkloadExecutor& execute) {
  FrameParameters parameters;
  parameters.file = recording.string();
  functional::Workload workload = make_frame_workload(parameters);
  execute(workload);
  Pictures pictures;
  for (functional::ResultFile& file : workload.results()) {
    if (const std::optional<std::uint32_t> number = picture_number(file.name))
      pictures[*number] = std::move(file.content);
  }
  return pictures;
}

/// Percent of the pixels whose red, green and blue lie within `most` steps. Errors: kMalformedInput for pictures of
/// other sizes.
double percent_within(const Texture& drawn, const Texture& expected, unsigned most) {
  if (drawn.image.width != expected.image.width || drawn.image.height != expected.image.height) {
    throw Error{ExitCode::kMalformedInput,
                fmt::format("the picture has {}x{} pixels, and what is expected {}x{}", drawn.image.width,
                            drawn.image.height, expected.image.width, expected.image.height)};
  }
  const std::size_t pixels = std::size_t{drawn.image.width} * drawn.image.height;
  const std::size_t step = drawn.texels.size() / pixels, expected_step = expected.texels.size() / pixels;
  if (step < 3 || expected_step < 3 || step > 4 || expected_step > 4)
    throw Error{ExitCode::kMalformedInput, "expected pictures have 8 bits of red, green and blue"};
  std::size_t within = 0;
  for (std::size_t i = 0; i < pixels; ++i) {
    bool near = true;
    for (std::size_t c = 0; c < 3; ++c) {
      const int a = std::to_integer<int>(drawn.texels[i * step + c]);
      const int b = std::to_integer<int>(expected.texels[i * expected_step + c]);
      near = near && std::abs(a - b) <= static_cast<int>(most);
    }
    within += near;
  }
  return 100.0 * static_cast<double>(within) / static_cast<double>(pixels);
}

void judge(const std::string& png, const PictureBound& bound, CaseOutcome& outcome) {
  const Texture drawn = parse_texture(std::as_bytes(std::span{png}), outcome.id);
  outcome.values = std::size_t{drawn.image.width} * drawn.image.height;
  if (bound.expected.empty()) {
    outcome.notes.push_back({.position = {outcome.file, 0, 0},
                             .problem = fmt::format("picture {} has nothing to be compared with", bound.picture),
                             .hint = "NAME.N.png, or expected/NAME.N.png, beside the recording or above"});
    return;
  }
  const double percent = percent_within(drawn, read_texture(bound.expected), bound.within);
  outcome.failing_values = static_cast<std::size_t>((100 - percent) / 100 * static_cast<double>(outcome.values) + 0.5);
  if (percent >= bound.least) return;
  outcome.status = CaseStatus::kFailed;
  outcome.problem = fmt::format("{:.2f} % of the pixels lie within {} of 255 of {}, of {} % at least", percent,
                                bound.within, bound.expected.string(), bound.least);
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
  Pictures pictures, timed;
  try {
    pictures = draw(recording, [](functional::Workload& workload) { functional::run_untimed(workload); });
    if (options.timed_workload) timed = draw(recording, options.timed_workload);
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
      judge(drawn->second, bound, outcome);
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
  PictureBound bound{.within = 2, .least = 100};
  NodeReader reader{node, path, problems};
  std::string expected;
  reader.value("picture", bound.picture, 0u, 0xFFFFu);
  reader.value("expected", expected);
  reader.value("within", bound.within, 0u, 255u);
  reader.value("least", bound.least, 0.0, 100.0);
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
    PictureBound bound{.picture = number};
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
