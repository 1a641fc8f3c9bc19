#include "analysis/verify/kernel_files.h"

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "parameters/yaml/yaml_document.h"

namespace texpipe::study {

bool is_kernel_file(const std::filesystem::path& file) {
  if (file == kStandardInput) return false;
  try {
    std::vector<Diagnostic> problems;  // are told by who reads the kernel
    const ConfigNode root = parse_yaml(read_text(file), file.string(), problems, YamlAuthor::kProgram);
    return root.find("kernel") != nullptr && root.find("outputs") != nullptr;
  } catch (const Error&) {  // not readable
    return false;
  }
}

}  // namespace texpipe::study
