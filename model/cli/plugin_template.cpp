#include "cli/plugin_template.h"

#include <filesystem>
#include <iostream>
#include <string_view>

#include "base/diagnostic.h"
#include "base/shell_word.h"

namespace texpipe::cli {

namespace {

constexpr unsigned char kSource[] = {
#include "late_promotion.cpp.inc"
};
constexpr unsigned char kBuild[] = {
#include "CMakeLists.txt.inc"
};

struct TemplateFile {
  const char* name;
  std::string_view text;
};

}  // namespace

void write_plugin_template(const OutputOption& folder, const GlobalOptions& globals) {
  const TemplateFile files[]{
      {"CMakeLists.txt", {reinterpret_cast<const char*>(kBuild), sizeof kBuild}},
      {"late_promotion.cpp", {reinterpret_cast<const char*>(kSource), sizeof kSource}},
  };
  const std::filesystem::path place = folder.file;
  std::error_code failed;
  std::filesystem::create_directories(place, failed);
  if (failed)
    throw Error{ExitCode::kUsage, Diagnostic{.path = folder.file, .problem = "is no folder: " + failed.message()}};
  for (const TemplateFile& file : files) {
    if (!folder.force && std::filesystem::exists(std::filesystem::symlink_status(place / file.name)))
      throw Error{ExitCode::kUsage, Diagnostic{.position = {.file = (place / file.name).string()},
                                               .problem = "exists",
                                               .hint = "--force replaces it"}};
  }
  for (const TemplateFile& file : files)
    write_output(OutputOption{.file = (place / file.name).string(), .force = folder.force}, file.text, globals);
  if (globals.quiet) return;
  const std::string build = folder.file + "/build";
  std::cerr << "cmake -S " << shell_word(folder.file) << " -B " << shell_word(build) << " && cmake --build "
            << shell_word(build) << " builds it; then\n"
            << "texpipe run STUDY --plugin " << shell_word(build + "/replacement_policy.so")
            << " -p l1.replacement=late_promotion\n";
}

}  // namespace texpipe::cli
