#include "study/run_folder/run_folder_content.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "host/hashes/sha256.h"
#include "host/text/json_text.h"
#include "study/run_folder/manifest.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

/// The manifest of a folder; null when it has none that texpipe wrote.
Json manifest_of(const fs::path& folder) {
  std::ifstream file{folder / kManifestName};
  Json manifest = parse_json_or_discard<Json>(file);
  const bool own = manifest.is_object() && manifest.contains("program") && manifest["program"] == kManifestProgram;
  return own ? manifest : Json{};
}

/// Hashes of the files that a manifest lists.
std::map<std::string, std::string> listed_files(const Json& manifest) {
  std::map<std::string, std::string> files;
  const auto list = manifest.find("files");
  if (list == manifest.end() || !list->is_array()) return files;
  for (const Json& file : *list) {
    if (file.is_object()) files[file.value("name", "")] = file.value("sha256", "");
  }
  return files;
}

std::string strange_part(const fs::directory_entry& entry, const std::map<std::string, std::string>& files) {
  const std::string name = entry.path().filename().string();
  if (!fs::is_regular_file(entry.symlink_status())) return name;
  if (name == kManifestName || (name == kCompleteName && fs::is_empty(entry.path()))) return "";
  const auto listed = files.find(name);
  if (listed == files.end()) return name;
  return sha256_of_file(entry.path()) == listed->second ? "" : name + " (changed)";
}

}  // namespace

RunFolderContent run_folder_content(const fs::path& folder) try {
  using Kind = RunFolderContent::Kind;
  if (!fs::exists(fs::symlink_status(folder))) return {.kind = Kind::kNothing, .strange = {}};
  if (!fs::is_directory(fs::symlink_status(folder))) return {.kind = Kind::kForeign, .strange = {}};
  if (fs::is_empty(folder)) return {.kind = Kind::kEmpty, .strange = {}};
  const Json manifest = manifest_of(folder);
  if (manifest.is_null()) return {.kind = Kind::kForeign, .strange = {}};
  const bool complete = fs::exists(folder / kCompleteName);
  RunFolderContent content{.kind = complete ? Kind::kComplete : Kind::kUnfinished, .strange = {}};
  const auto files = listed_files(manifest);
  for (const fs::directory_entry& entry : fs::directory_iterator{folder}) {
    if (std::string part = strange_part(entry, files); !part.empty()) content.strange.push_back(std::move(part));
  }
  std::sort(content.strange.begin(), content.strange.end());
  return content;
} catch (const std::exception&) {  // what cannot be read is not known to be ours
  throw_if_stop_requested();
  return {.kind = RunFolderContent::Kind::kForeign, .strange = {}};
}

bool has_manifest(const fs::path& folder) {
  return !manifest_of(folder).is_null();
}

void remove_run_folder(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& [name, hash] : listed_files(manifest_of(folder))) {
    if (name.find('/') == std::string::npos) fs::remove(folder / name, ignored);
  }
  for (const std::string_view name : {kCompleteName, kManifestName}) fs::remove(folder / name, ignored);
  fs::remove(folder, ignored);
}

}  // namespace texpipe::study
