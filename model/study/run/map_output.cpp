#include "study/run/map_output.h"

#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "study/pixel_maps/map_figure.h"
#include "study/run/picture_file.h"

namespace texpipe::study {

namespace {

const functional::OutputImage& picture_of(const functional::Workload& workload) {
  if (workload.output.width != 0 || workload.painted_pictures) return workload.output;
  throw Error{ExitCode::kUsage, Diagnostic{.path = "--maps",
                                           .problem = "this workload draws no picture that maps could show",
                                           .hint = "texture walks, frames, kernels with a 2D image among their "
                                                   "outputs, and recordings of walks and kernels do"}};
}

}  // namespace

MapOutput::MapOutput(functional::Workload& workload, std::string title)
    : title_{std::move(title)},
      width_{picture_of(workload).width},
      height_{workload.output.height},
      pictures_{workload.painted_pictures},
      recorder_{*workload.memory, width_, height_} {
  trail_ = follow_messages(workload, recorder_);
}

void MapOutput::listen(timing::Simulation& simulation) {
  simulation.events.add(recorder_);
}

void MapOutput::write(RunFolder& folder, bool timed) const {
  if (pictures_) return write_frame(folder, timed);
  const std::vector<PixelMapValues> maps = recorder_.maps(timed);
  for (const PixelMapValues& map : maps) write_map(folder, map_file_name(map.map), map, width_, height_, title_);
  folder.write(kMapScalesName, map_scales_json(maps, width_, height_));
}

void MapOutput::write_map(RunFolder& folder, const std::string& png_name, const PixelMapValues& map,
                          std::uint32_t width, std::uint32_t height, const std::string& title) const {
  write_picture(folder, png_name, map_picture(map, scale_of(map), width, height));
  folder.write(with_ending(png_name, ".svg"), map_figure(map, width, height, title));
  const std::vector<std::byte> array = map_npy(map, width, height);
  folder.write(with_ending(png_name, ".npy"), {reinterpret_cast<const char*>(array.data()), array.size()});
}

MappedPicture MapOutput::mapped(std::string name, const PaintedTarget& size, const std::vector<FrameTrail::Part>& parts,
                                bool timed) const {
  return {
      .name = std::move(name), .width = size.width, .height = size.height, .maps = recorder_.maps(timed, size, parts)};
}

/// Targets that no picture shows have maps, too, when more than copies and clears of the driver paint them.
void MapOutput::write_frame(RunFolder& folder, bool timed) const {
  const std::vector<functional::PaintedPicture> pictures = pictures_();
  const std::vector<PaintedTarget>& targets = trail_->targets();
  std::vector<MappedPicture> all;
  std::vector<bool> shown(targets.size());
  for (const functional::PaintedPicture& picture : pictures) {
    const std::vector<FrameTrail::Part> parts = trail_->parts_of(picture, pictures);
    for (const FrameTrail::Part& part : parts) shown[part.target] = true;
    if (!parts.empty())
      all.push_back(mapped("picture_" + std::to_string(picture.number), targets[parts.front().target], parts, timed));
  }
  for (std::uint32_t target = 0; target < targets.size(); ++target) {
    if (shown[target] || !trail_->is_of_application(target)) continue;
    all.push_back(mapped("target_" + std::to_string(target), targets[target],
                         {{.target = target, .last_draw = ~std::uint64_t{0}}}, timed));
  }
  for (const MappedPicture& picture : all) {
    for (const PixelMapValues& map : picture.maps)
      write_map(folder, map_file_name(picture, map.map), map, picture.width, picture.height,
                picture.name + " of " + title_);
  }
  folder.write(kMapScalesName, map_scales_json(all));
}

}  // namespace texpipe::study
