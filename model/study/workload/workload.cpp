#include "study/workload/workload.h"

#include "study/image/texture.h"
#include "study/workload/spa_workload.h"
#include "study/workload/texture_walk.h"

namespace texpipe::study {

namespace {

functional::Workload texture_walk(const TextureWalkParameters& parameters) {
  const Texture texture = read_texture(parameters.texture);
  return make_texture_walk(parameters, texture.image, texture.texels);
}

}  // namespace

functional::Workload make_workload(const WorkloadParameters& parameters) {
  switch (parameters.kind) {
    case WorkloadKind::kTextureWalk:
      return texture_walk(parameters.texture_walk);
    case WorkloadKind::kCacheTable:
      break;
    case WorkloadKind::kSpaProgram:
      return make_spa_workload(read_warp_file(parameters.spa_program.warps)).workload;
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
  }
  return {};
}

}  // namespace texpipe::study
