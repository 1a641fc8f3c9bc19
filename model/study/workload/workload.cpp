#include "study/workload/workload.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "study/image/texture.h"
#include "study/report/warp_report.h"
#include "study/visa/visa_program_file.h"
#include "study/visa/visa_results.h"
#include "study/workload/pixel_interpolator.h"
#include "study/workload/spa_workload.h"
#include "study/workload/texture_walk.h"
#include "study/workload/warp_scene.h"

namespace texpipe::study {

namespace {

/// A mip filter that has nothing to choose from, where the walk would leave level 0.
bool misses_levels(const TextureWalkParameters& parameters, const functional::SurfaceImage& image) {
  const bool more_than_a_texel = std::max(image.width, image.height) > 1;
  return image.levels == 1 && more_than_a_texel && parameters.sampler.mip_filter != gen9::MipFilter::kNone &&
         parameters.sampler.max_lod > 0 && parameters.message != WalkMessage::kSampleLz;
}

functional::Workload texture_walk(const TextureWalkParameters& parameters) {
  const Texture texture = read_texture(parameters.texture);
  functional::Workload workload = make_texture_walk(parameters, texture.image, texture.texels, texture.palette);
  if (misses_levels(parameters, texture.image)) {
    workload.warnings.push_back({.path = "workload.texture",
                                 .problem = parameters.texture + " has one level, and the mip filter is " +
                                            std::string{name_of(parameters.sampler.mip_filter)},
                                 .hint = "'texpipe texture mips FILE -o OUT.dds' makes its levels"});
  }
  return workload;
}

functional::Workload visa_workload(const VisaParameters& parameters) {
  const auto inputs = std::make_shared<VisaInputs>(read_visa_inputs(parameters.inputs));
  inputs->most_statements = parameters.max_statements;
  const auto made = std::make_shared<VisaWorkload>(
      make_visa_workload(read_visa_program(parameters.program), parameters.program, *inputs));
  functional::Workload workload = std::move(made->workload);
  workload.results = [made, inputs] {
    return std::vector<functional::ResultFile>{{"results.json", visa_results(*made, *inputs).dump(2) + "\n"}};
  };
  return workload;
}

functional::Workload spa_workload(const SpaProgramParameters& parameters) {
  SpaWorkload made = make_spa_workload(read_warp_file(parameters.warps), parameters.max_memory);
  const functional::SpaCode& code = made.warps->code();
  made.workload.warnings = check_hazards(code.hazards, code.instructions, parameters.hazards);
  made.workload.results = [warps = made.warps, feed = made.workload.subspans.get()] {
    constexpr unsigned kMostListed = 1024;
    const nlohmann::ordered_json json{{"warps_total", warps->groups()},
                                      {"warps", warp_json(*warps, feed, kMostListed)}};
    return std::vector<functional::ResultFile>{{"results.json", json.dump() + "\n"}};
  };
  return std::move(made.workload);
}

}  // namespace

functional::Workload make_workload(const WorkloadParameters& parameters) {
  switch (parameters.kind) {
    case WorkloadKind::kTextureWalk:
      return texture_walk(parameters.texture_walk);
    case WorkloadKind::kCacheTable:
      break;
    case WorkloadKind::kSpaProgram:
      return spa_workload(parameters.spa_program);
    case WorkloadKind::kVisa:
      return visa_workload(parameters.visa);
    case WorkloadKind::kPixelInterpolator:
      return make_pixel_interpolator(parameters.pixel_interpolator,
                                     read_scene_file(parameters.pixel_interpolator.scene));
  }
  throw Error{ExitCode::kInternalError, "no such workload kind"};
}

std::vector<std::filesystem::path> input_files(const WorkloadParameters& parameters) {
  switch (parameters.kind) {
    case WorkloadKind::kTextureWalk:
      return {parameters.texture_walk.texture};
    case WorkloadKind::kCacheTable:
      return {};
    case WorkloadKind::kSpaProgram:
      return {parameters.spa_program.warps, read_warp_file(parameters.spa_program.warps).program_path};
    case WorkloadKind::kVisa:
      return {parameters.visa.program, parameters.visa.inputs};
    case WorkloadKind::kPixelInterpolator:
      return {parameters.pixel_interpolator.scene};
  }
  return {};
}

}  // namespace texpipe::study
