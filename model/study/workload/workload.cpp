#include "study/workload/workload.h"

#include "study/image/texture.h"
#include "study/workload/texture_walk.h"

namespace texpipe::study {

functional::Workload make_workload(const WorkloadParameters& parameters) {
  const Texture texture = read_texture(parameters.texture_walk.texture);
  return make_texture_walk(parameters.texture_walk, texture.image, texture.texels);
}

std::vector<std::filesystem::path> input_files(const WorkloadParameters& parameters) {
  if (parameters.kind == WorkloadKind::kCacheTable) return {};
  return {parameters.texture_walk.texture};
}

}  // namespace texpipe::study
