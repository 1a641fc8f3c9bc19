// The maps of what each pixel cost that a run leaves in its folder.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "study/pixel_maps/pixel_maps.h"
#include "study/run_folder/run_folder.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

/// Maps of a workload's picture, or of a frame's pictures and render targets, from the workload's messages and, on a
/// machine, its events.
class MapOutput {
 public:
  /// Follows the workload's messages; both stay in place until the run is over.
  /// Errors: kUsage for a workload that draws no picture.
  /// @param title  of figures: `first_look on kaby_lake_gt2`
  explicit MapOutput(functional::Workload& workload, std::string title = {});
  MapOutput(const MapOutput&) = delete;
  MapOutput& operator=(const MapOutput&) = delete;

  void listen(timing::Simulation& simulation);

  /// After the run: a picture, a figure and an array for each map, and maps.json. @param timed  the run had a clock
  void write(RunFolder& folder, bool timed) const;

 private:
  void write_frame(RunFolder& folder, bool timed) const;
  MappedPicture mapped(std::string name, const PaintedTarget& size, const std::vector<FrameTrail::Part>& parts,
                       bool timed) const;

  void write_map(RunFolder& folder, const std::string& png_name, const PixelMapValues& map, std::uint32_t width,
                 std::uint32_t height, const std::string& title) const;

  std::string title_;
  std::uint32_t width_;
  std::uint32_t height_;
  std::function<std::vector<functional::PaintedPicture>()> pictures_;  // of a frame
  PixelMapRecorder recorder_;
  std::shared_ptr<const FrameTrail> trail_;
};

}  // namespace texpipe::study
