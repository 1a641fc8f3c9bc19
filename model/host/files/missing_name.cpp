#include "host/files/missing_name.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/spelling.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

/// Hint for a name with what a shell or browser would replace; empty for others.
std::string unreplaced_hint(const std::string& name) {
  const auto has = [&](std::string_view text) { return name.find(text) != std::string::npos; };
  std::error_code ignored;
  if (has("https:/") || has("http:/")) return "files are read from this machine alone; download it first";
  const std::size_t tilde = name.starts_with("~/") ? 0 : name.find("/~/");
  if (tilde != std::string::npos) {
    const char* const home = std::getenv("HOME");
    const std::string whole =
        (home == nullptr ? std::string{} : home) + name.substr(name.find('/', tilde == 0 ? 0 : tilde + 1));
    return fs::exists(whole, ignored) ? "did you mean " + whole + "? shells alone replace ~"
                                      : "shells alone replace ~; write the folder's name";
  }
  if (has("$")) return "shells alone replace $NAME; write the name out";
  if (has("\\")) {
    std::string slashes = name;
    std::replace(slashes.begin(), slashes.end(), '\\', '/');
    return fs::exists(slashes, ignored) ? "did you mean " + slashes + '?' : "folders are apart by /";
  }
  if (has("*") || has("?")) return "no file fits the pattern, or nothing replaced it; name one file";
  return "";
}

}  // namespace

std::string missing_name_hint(const fs::path& missing) {
  if (const std::string hint = unreplaced_hint(missing.string()); !hint.empty()) return hint;
  const fs::path folder = missing.has_parent_path() ? missing.parent_path() : ".";
  std::error_code error;
  if (!fs::is_directory(folder, error)) return "there is no folder " + folder.string();
  std::vector<std::string> names;
  for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::erase(names, missing.filename().string());  // a link to what is not there
  std::sort(names.begin(), names.end());
  const std::string_view near =
      nearest_spelling(missing.filename().string(), std::vector<std::string_view>{names.begin(), names.end()});
  return near.empty() ? std::string{} : "did you mean " + std::string{near} + '?';
}

}  // namespace texpipe::study
