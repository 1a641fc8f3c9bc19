#include "host/build/build_info.h"

#include <fmt/core.h>
#include <png.h>
#include <systemc>

#include <nlohmann/json.hpp>

#include "texpipe_source.h"

namespace texpipe::study {

namespace {

#ifdef __clang__
constexpr std::string_view kCompiler = "clang " __clang_version__;
#else
constexpr std::string_view kCompiler = "gcc " __VERSION__;
#endif

std::string dotted(int major, int minor, int patch) {
  return fmt::format("{}.{}.{}", major, minor, patch);
}

}  // namespace

const BuildInfo& build_info() {
  static const BuildInfo info{
      .version = TEXPIPE_VERSION,
      .git_hash = TEXPIPE_GIT_HASH,
      .git_dirty = TEXPIPE_GIT_DIRTY,
      .compiler = kCompiler,
      .flags = TEXPIPE_FLAGS,
      .libraries =
          {
              {"systemc", dotted(SC_VERSION_MAJOR, SC_VERSION_MINOR, SC_VERSION_PATCH)},
              {"yaml-cpp", TEXPIPE_YAML_CPP_VERSION},
              {"nlohmann-json",
               dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
              {"libpng", PNG_LIBPNG_VER_STRING},
              {"fmt", dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
          },
  };
  return info;
}

std::string_view installed_libraries() {
  return TEXPIPE_LIBRARY_FOLDER;
}

}  // namespace texpipe::study
