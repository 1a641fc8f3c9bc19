#include "host/files/missing_name.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/spelling.h"

namespace texpipe::study {

namespace fs = std::filesystem;

std::string missing_name_hint(const fs::path& missing) {
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
