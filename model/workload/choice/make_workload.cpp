#include "workload/choice/make_workload.h"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>

#include "host/text/json_text.h"
#include "pictures/texture/missing_levels.h"
#include "pictures/texture/texture.h"
#include "workload/accesses/access_workload.h"
#include "workload/choice/own_workload.h"
#include "workload/frame/frame_workload.h"
#include "workload/microbenchmark/microbenchmark.h"
#include "workload/opencl_kernel/kernel_row.h"
#include "workload/recording/replay_recording.h"
#include "workload/scene/pixel_interpolator.h"
#include "workload/scene/spa_workload.h"
#include "workload/scene/warp_report.h"
#include "workload/scene/warp_scene.h"
#include "workload/texture_walk/texture_walk.h"
#include "workload/visa/visa_program_file.h"
#include "workload/visa/visa_results.h"

namespace texpipe::study {

namespace {

void warn_of_texture(const TextureWalkParameters& parameters, const std::string& key, const std::string& file,
                     const Texture& texture, std::vector<Diagnostic>& warnings) {
  warnings.insert(warnings.end(), texture.remarks.begin(), texture.remarks.end());
  const WalkSamplerParameters& sampler = parameters.sampler;
  if (parameters.message == WalkMessage::kSampleLz ||
      !misses_levels(texture.image, sampler.mip_filter, sampler.max_lod))
    return;
  warnings.push_back(
      {.path = key,
       .problem = file + " has one level, and the mip filter is " + std::string{name_of(sampler.mip_filter)},
       .hint = kLevelsHint});
}

functional::Workload texture_walk(const TextureWalkParameters& parameters) {
  const Texture texture = read_texture(parameters.texture);
  std::vector<Texture> more;
  for (const std::string& file : parameters.more_textures) more.push_back(read_texture(file));
  functional::Workload workload =
      make_texture_walk(parameters, texture.image, texture.texels, texture.palette, texture.channels, more);
  warn_of_texture(parameters, "workload.texture", parameters.texture, texture, workload.warnings);
  for (std::size_t n = 0; n < more.size(); ++n)
    warn_of_texture(parameters, "workload.more_textures", parameters.more_textures[n], more[n], workload.warnings);
  return workload;
}

functional::Workload visa_workload(const VisaParameters& parameters) {
  const auto inputs = std::make_shared<VisaInputs>(read_visa_inputs(parameters.inputs));
  inputs->most_statements = parameters.max_statements;
  const auto made = std::make_shared<VisaWorkload>(
      make_visa_workload(read_visa_program(parameters.program), parameters.program, *inputs));
  functional::Workload workload = std::move(made->workload);
  workload.results = [made, inputs] {
    return std::vector<functional::ResultFile>{{"results.json", json_text(visa_results(*made, *inputs), 2) + "\n"}};
  };
  return workload;
}

functional::Workload spa_workload(const SpaProgramParameters& parameters) {
  SpaWorkload made = make_spa_workload(read_warp_file(parameters.warps),
                                       {.bytes = parameters.max_memory, .instructions = parameters.max_instructions});
  const functional::SpaCode& code = made.warps->code();
  made.workload.warnings = check_hazards(code.hazards, code.instructions, parameters.hazards);
  made.workload.results = [warps = made.warps, feed = made.workload.subspans.get()] {
    constexpr unsigned kMostListed = 1024;
    const nlohmann::ordered_json json{{"warps_total", warps->groups()},
                                      {"warps", warp_json(*warps, feed, kMostListed)}};
    return std::vector<functional::ResultFile>{{"results.json", json_text(json) + "\n"}};
  };
  return std::move(made.workload);
}

functional::Workload recorded_messages(const MessagesParameters& parameters) {
  const auto recording = std::make_shared<Recording>(parameters.file);
  if (recording->scene()) check_scene_size(*recording->scene(), kMostSceneBytes);
  return replay_recording(recording, parameters.values ? ReplayedValues::kComputed : ReplayedValues::kOff);
}

functional::Workload kernel_workload(const KernelParameters& parameters) {
  std::vector<KernelLaunch> launches = read_kernel_launches(parameters.file);
  if (!parameters.binary.empty())
    for (KernelLaunch& launch : launches) launch.binary = parameters.binary;
  const auto made = std::make_shared<KernelRow>(make_kernel_row(
      launches, {.bounds = parameters.bounds == BoundsPolicy::kFatal ? functional::BufferBounds::Policy::kRefuse
                                                                     : functional::BufferBounds::Policy::kCount,
                 .most_instructions = parameters.max_instructions}));
  functional::Workload workload = std::move(made->workload);
  made->workload.memory = nullptr;
  workload.results = [made, memory = workload.memory.get()] { return made->result_files(*memory); };
  return workload;
}

}  // namespace

namespace {

/// Workload of a plug-in's kind. Errors: kInvalidConfiguration for whatever its maker throws that is no Error.
functional::Workload own_workload(const WorkloadParameters& parameters) {
  const OwnWorkload& kind = workload_kinds().at(parameters.kind);
  const auto own = parameters.own.find(parameters.kind);
  const auto wrong = [&](const std::string& problem) {
    return Error{
        ExitCode::kInvalidConfiguration,
        Diagnostic{.path = "workload.kind", .problem = "`" + std::string{name_of(parameters.kind)} + "` " + problem}};
  };
  try {
    functional::Workload workload = kind.make(own == parameters.own.end() ? kind.parameters : own->second);
    if (!workload.threads) throw wrong("gives no threads");
    if (!workload.memory || !workload.context) throw wrong("gives no memory");
    return workload;
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw wrong(std::string{"fails: "} + error.what());
  } catch (...) {
    throw wrong("fails with an exception of its own");
  }
}

}  // namespace

functional::Workload make_workload(const WorkloadParameters& parameters, functional::FrameObserver* observer) {
  if (workload_kinds().at(parameters.kind).make) return own_workload(parameters);
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
    case WorkloadKind::kMicrobenchmark:
      return make_microbenchmark(parameters.microbenchmark);
    case WorkloadKind::kMessages:
      return recorded_messages(parameters.messages);
    case WorkloadKind::kKernel:
      return kernel_workload(parameters.kernel);
    case WorkloadKind::kFrame:
      return make_frame_workload(parameters.frame, observer);
    case WorkloadKind::kAccesses:
      return make_access_workload(parameters.accesses);
  }
  throw Error{ExitCode::kInternalError, "no such workload kind"};
}

}  // namespace texpipe::study
