#include "study/output/files_read.h"

#include <algorithm>
#include <set>

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

std::set<fs::path>& files_read() {
  static std::set<fs::path> paths;
  return paths;
}

}  // namespace

void note_file_read(const fs::path& file) {
  std::error_code error;
  const fs::path path = fs::canonical(file, error);
  if (!error && fs::is_regular_file(path, error)) files_read().insert(path);
}

bool was_read(const fs::path& file) {
  return std::any_of(files_read().begin(), files_read().end(), [&](const fs::path& path) {
    std::error_code error;
    return fs::equivalent(path, file, error);
  });
}

bool holds_file_read(const fs::path& folder) {
  std::error_code error;
  const fs::path above = fs::canonical(folder, error);
  return !error && std::any_of(files_read().begin(), files_read().end(), [&](const fs::path& path) {
    return std::mismatch(above.begin(), above.end(), path.begin(), path.end()).first == above.end();
  });
}

}  // namespace texpipe::study
