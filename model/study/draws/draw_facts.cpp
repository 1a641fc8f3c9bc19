#include "study/draws/draw_facts.h"

#include <fmt/format.h>

#include "workload/frame/frame_recording.h"
#include "workload/frame/frame_survey.h"

namespace texpipe::study {

DrawFacts facts_of(const DrawSummary& draw) {
  DrawFacts facts{.by_driver = draw.maker == DrawMaker::kDriver, .topology = draw.topology};
  if (draw.depth != "off") facts.depth_address = draw.depth_address;
  for (const SurfaceSummary& target : draw.targets) {
    if (target.format == "none") continue;
    facts.target +=
        fmt::format("{}{} {}x{}", facts.target.empty() ? "" : " + ", target.format, target.width, target.height);
    facts.pass += fmt::format("{:x} {} {} ", target.address, target.width, target.height);
    if (facts.target_pixels == 0) facts.target_pixels = std::uint64_t{target.width} * target.height;
  }
  if (!facts.target.empty()) return facts;
  const bool writes_depth = draw.depth != "off" || draw.stencil != "off";
  facts.target = writes_depth ? "depth" : "none";
  facts.pass = fmt::format("{} {:x}", facts.target, draw.depth_address);
  return facts;
}

std::vector<DrawFacts> facts_of_draws(const std::string& file) {
  FrameRecording recording{file};
  std::vector<DrawFacts> all;
  for (const DrawSummary& draw : survey_frames(recording).draws) all.push_back(facts_of(draw));
  return all;
}

}  // namespace texpipe::study
