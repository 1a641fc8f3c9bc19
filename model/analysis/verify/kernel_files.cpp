#include "analysis/verify/kernel_files.h"

#include <yaml-cpp/yaml.h>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

bool is_kernel_file(const std::filesystem::path& file) {
  if (file == kStandardInput) return false;
  try {
    const YAML::Node root = YAML::Load(read_text(file));
    return root.IsMap() && root["kernel"] && root["outputs"];
  } catch (const YAML::Exception&) {
    return false;
  } catch (const Error&) {  // not readable
    return false;
  }
}

}  // namespace texpipe::study
