#include "analysis/verify/frame_variants.h"

#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "functional/device/untimed_run.h"
#include "functional/frame/observer/changed_draws.h"
#include "workload/frame/frame_workload.h"

namespace texpipe::study {

namespace {

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

}  // namespace

functional::Workload workload_of_frames(const std::filesystem::path& recording, functional::FrameObserver* observer) {
  FrameParameters parameters;
  parameters.file = recording.string();
  return make_frame_workload(parameters, observer);
}

FramePictures pictures_of_frames(functional::Workload& workload) {
  FramePictures pictures;
  for (functional::ResultFile& file : workload.results()) {
    if (const std::optional<std::uint32_t> number = picture_number(file.name))
      pictures[*number] = std::move(file.content);
  }
  return pictures;
}

std::initializer_list<FrameVariants::Moved> FrameVariants::groups_of(PictureClass which) {
  static constexpr std::initializer_list<Moved> kInterior{Moved::kValues};
  static constexpr std::initializer_list<Moved> kLevel{Moved::kValues, Moved::kLevels};
  static constexpr std::initializer_list<Moved> kAnisotropic{Moved::kValues, Moved::kLevels, Moved::kFilters};
  static constexpr std::initializer_list<Moved> kEdge{Moved::kValues, Moved::kLevels, Moved::kFilters, Moved::kEdges};
  switch (which) {
    case PictureClass::kInterior:
      return kInterior;
    case PictureClass::kLevel:
      return kLevel;
    case PictureClass::kAnisotropic:
      return kAnisotropic;
    case PictureClass::kEdge:
      break;
  }
  return kEdge;
}

/// Changes that another renderer may make. Its level may lie half a level below ours, which comes from the derivatives'
/// lengths where the band begins at their largest component. A renderer that blends two levels in half of the distance
/// between them only gains or loses up to 0.31 level more.
std::vector<functional::DrawChange> FrameVariants::changes_of(Moved moved) {
  std::vector<functional::DrawChange> changes;
  switch (moved) {
    case Moved::kValues:
      for (const float scale : {1 + 0x1p-18f, 1 - 0x1p-18f, 1 + 0x1p-21f, 1 - 0x1p-21f})
        changes.push_back({.value_scale = scale});
      break;
    case Moved::kEdges:
      for (const std::int32_t x : {-1, 0, 1}) {
        for (const std::int32_t y : {-1, 0, 1}) {
          if (x != 0 || y != 0) changes.push_back({.move = {x, y}});
        }
      }
      break;
    case Moved::kLevels:
      for (const double bias : {-0.8, -0.7, -0.6, -0.5, -0.4, -0.3, -0.2, -0.1, 0.1, 0.2, 0.31})
        changes.push_back({.samplers = {.lod_bias = bias}});
      break;
    case Moved::kFilters:
      for (const std::uint8_t ratio : {1, 2, 4, 8, 16}) {
        for (const double bias : {-1.0, -0.75, -0.5, -0.25, 0.0, 0.25})
          changes.push_back({.samplers = {.lod_bias = bias, .max_anisotropy = ratio}});
      }
      changes.push_back({.samplers = {.algorithm = gen9::LodAlgorithm::kLegacy}});
      break;
  }
  return changes;
}

std::vector<FramePictures> FrameVariants::draw(Moved moved) const {
  std::vector<FramePictures> drawn;
  for (const functional::DrawChange& change : changes_of(moved)) {
    functional::ChangedDraws observer{change};
    functional::Workload workload = workload_of_frames(recording_, &observer);
    functional::run_untimed(workload);
    drawn.push_back(pictures_of_frames(workload));
  }
  return drawn;
}

std::vector<Texture> FrameVariants::of(PictureClass which, std::uint32_t picture) {
  std::vector<Texture> textures;
  for (const Moved moved : groups_of(which)) {
    std::vector<FramePictures>& drawn = drawn_[moved];
    if (drawn.empty()) drawn = draw(moved);
    for (const FramePictures& pictures : drawn)
      textures.push_back(parse_texture(std::as_bytes(std::span{pictures.at(picture)}), recording_.string()));
  }
  return textures;
}

}  // namespace texpipe::study
