#include "analysis/verify/kernel_files.h"

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "parameters/yaml/yaml_document.h"

namespace texpipe::study {

namespace {

bool has_keys(const std::filesystem::path& file, std::string_view one, std::string_view other) {
  if (file == kStandardInput) return false;
  try {
    std::vector<Diagnostic> problems;  // are told by who reads the file
    const ConfigNode root = parse_yaml(read_text(file), file.string(), problems, YamlAuthor::kProgram);
    return root.find(one) != nullptr && root.find(other) != nullptr;
  } catch (const Error&) {  // not readable
    return false;
  }
}

}  // namespace

bool is_kernel_file(const std::filesystem::path& file) {
  return has_keys(file, "kernel", "outputs") || has_keys(file, "launches", "launches");
}

bool is_pixel_shader_file(const std::filesystem::path& file) {
  return has_keys(file, "shader", "outputs");
}

}  // namespace texpipe::study
