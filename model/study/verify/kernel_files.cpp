#include "study/verify/kernel_files.h"

#include <yaml-cpp/yaml.h>

namespace texpipe::study {

bool is_kernel_file(const std::filesystem::path& file) {
  try {
    const YAML::Node root = YAML::LoadFile(file.string());
    return root.IsMap() && root["kernel"] && root["outputs"];
  } catch (const YAML::Exception&) {
    return false;
  }
}

}  // namespace texpipe::study
