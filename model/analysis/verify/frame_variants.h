// Pictures of a recording of frames, as they are and with what the rules leave open moved.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/verify/picture_comparison.h"
#include "functional/device/workload.h"
#include "functional/frame/observer/draw_change.h"
#include "functional/frame/observer/frame_observer.h"

namespace texpipe::study {

using FramePictures = std::map<std::uint32_t, std::string>;  // PNG by number

/// A recording as a workload. @param observer  null: nobody looks on
functional::Workload workload_of_frames(const std::filesystem::path& recording,
                                        functional::FrameObserver* observer = nullptr);

/// Pictures that a workload has left.
FramePictures pictures_of_frames(functional::Workload& workload);

/// A recording's pictures drawn otherwise, when somebody asks for the first time.
class FrameVariants {
 public:
  explicit FrameVariants(std::filesystem::path recording) : recording_{std::move(recording)} {}

  /// Drawings between which a class' pixels may lie. Errors: those of the run.
  std::vector<Texture> of(PictureClass which, std::uint32_t picture);

 private:
  /// Groups of drawings, by what they move.
  enum class Moved : std::uint8_t {
    kValues,   // interpolated attributes by some steps of a float, which shows where a shader's result jumps
    kEdges,    // primitives by 1/256 pixel
    kLevels,   // levels of detail within their band
    kFilters,  // taps of anisotropic footprints, whose levels may be the finer of two
  };
  static std::initializer_list<Moved> groups_of(PictureClass which);
  static std::vector<functional::DrawChange> changes_of(Moved moved);
  std::vector<FramePictures> draw(Moved moved) const;

  std::filesystem::path recording_;
  std::map<Moved, std::vector<FramePictures>> drawn_;
};

}  // namespace texpipe::study
