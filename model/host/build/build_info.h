// Which texpipe this is: source, compiler and libraries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texpipe::study {

struct LibraryVersion {
  std::string name;
  std::string version;
};

struct BuildInfo {
  std::string_view version;   // of the project
  std::string_view git_hash;  // "unknown" when built outside a git checkout
  bool git_dirty;             // tracked files differed from the commit at build time
  std::string_view compiler;  // name and version
  std::string_view flags;
  std::vector<LibraryVersion> libraries;
};

const BuildInfo& build_info();

/// Folders of what the command loads or starts, from that of the command: as it was built, and as it was installed.
inline constexpr std::string_view kBuiltLibraries = "lib/texpipe";
std::string_view installed_libraries();

}  // namespace texpipe::study
