#include "study/plugins/rtl_plugin.h"

#include <dlfcn.h>

#include <system_error>
#include <vector>

#include "host/build/build_info.h"
#include "study/plugins/load_plugin.h"
#include "study/plugins/stamp_check.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFile = "texpipe_rtl.so";

/// Folder of the library that this code is in; nothing when that is the program itself, which bears any name.
std::optional<fs::path> library_folder() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&own_stamp), &own) == 0 || own.dli_fname == nullptr) return {};
  void* const library = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  dlerror();
  if (library == nullptr) return {};
  dlclose(library);
  return fs::path{own.dli_fname}.parent_path();
}

}  // namespace

std::optional<fs::path> rtl_plugin_file() {
  std::error_code error;
  std::vector<fs::path> candidates;
  if (const auto beside = library_folder()) candidates.push_back(*beside / kFile);
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const std::string_view relative : {kBuiltLibraries, installed_libraries()})
    candidates.push_back(here / relative / kFile);
  for (const fs::path& file : candidates) {
    if (fs::exists(file, error)) return file.lexically_normal();
  }
  return {};
}

bool load_rtl_plugin() {
  if (rtl_comparison() != nullptr) return true;
  const std::optional<fs::path> file = rtl_plugin_file();
  if (!file) return false;
  load_plugin(*file, PluginScope::kOneStudy);
  return rtl_comparison() != nullptr;
}

CompareWithRtl& rtl_comparison() {
  static CompareWithRtl comparison = nullptr;
  return comparison;
}

}  // namespace texpipe::study
