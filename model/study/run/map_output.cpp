#include "study/run/map_output.h"

#include <vector>

#include "base/diagnostic.h"
#include "study/run/picture_file.h"

namespace texpipe::study {

namespace {

const functional::OutputImage& picture_of(const functional::Workload& workload) {
  if (workload.output.width != 0) return workload.output;
  throw Error{
      ExitCode::kUsage,
      Diagnostic{.path = "--maps",
                 .problem = "this workload draws no picture that maps could show",
                 .hint = "texture walks, kernels with a 2D image among their outputs and recordings of both do"}};
}

}  // namespace

MapOutput::MapOutput(functional::Workload& workload)
    : width_{picture_of(workload).width},
      height_{workload.output.height},
      recorder_{*workload.memory, width_, height_} {
  follow_messages(workload, recorder_);
}

void MapOutput::listen(timing::Simulation& simulation) {
  simulation.events.add(recorder_);
}

void MapOutput::write(RunFolder& folder, bool timed) const {
  const std::vector<PixelMapValues> maps = recorder_.maps(timed);
  for (const PixelMapValues& map : maps)
    write_picture(folder, map_file_name(map.map), map_picture(map, scale_of(map), width_, height_));
  folder.write(kMapScalesName, map_scales_json(maps, width_, height_));
}

}  // namespace texpipe::study
