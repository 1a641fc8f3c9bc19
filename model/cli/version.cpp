#include "cli/version.h"

#include <CLI/Version.hpp>
#include <nlohmann/json.hpp>

#include "host/build/build_info.h"
#include "host/text/json_text.h"

namespace texpipe::cli {

std::string version_text() {
  const study::BuildInfo& info = study::build_info();
  std::string text = "texpipe " + std::string{info.version} + "\ngit " + std::string{info.git_hash};
  if (info.git_dirty) text += " (modified)";
  text += "\ncompiler " + std::string{info.compiler};
  for (const study::LibraryVersion& library : info.libraries) text += '\n' + library.name + ' ' + library.version;
  return text + "\nCLI11 " CLI11_VERSION;
}

std::string version_json() {
  const study::BuildInfo& info = study::build_info();
  nlohmann::ordered_json libraries = nlohmann::ordered_json::object();
  for (const study::LibraryVersion& library : info.libraries) libraries[library.name] = library.version;
  libraries["CLI11"] = CLI11_VERSION;
  const nlohmann::ordered_json json{{"texpipe", info.version},
                                    {"git_hash", info.git_hash},
                                    {"git_dirty", info.git_dirty},
                                    {"compiler", info.compiler},
                                    {"libraries", libraries}};
  return study::json_text(json, 2);
}

}  // namespace texpipe::cli
