#include "host/files/files_read.h"

#include <algorithm>
#include <set>

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

struct FileRead {
  fs::path given;
  fs::path canonical;
};

std::vector<FileRead>& notes() {
  static std::vector<FileRead> list;
  return list;
}

}  // namespace

void note_file_read(const fs::path& file) {
  std::error_code error;
  const fs::path path = fs::canonical(file, error);
  if (!error && fs::is_regular_file(path, error)) notes().push_back({file, path});
}

void forget_files_read() {
  notes().clear();
}

std::size_t files_read() {
  return notes().size();
}

std::vector<fs::path> files_read_since(std::size_t mark) {
  std::vector<fs::path> names;
  std::set<fs::path> seen;
  for (std::size_t i = mark; i < notes().size(); ++i) {
    if (seen.insert(notes()[i].canonical).second) names.push_back(notes()[i].given);
  }
  return names;
}

bool was_read(const fs::path& file) {
  return std::any_of(notes().begin(), notes().end(), [&](const FileRead& note) {
    std::error_code error;
    return fs::equivalent(note.canonical, file, error);
  });
}

bool holds_file_read(const fs::path& folder) {
  std::error_code error;
  const fs::path above = fs::canonical(folder, error);
  return !error && std::any_of(notes().begin(), notes().end(), [&](const FileRead& note) {
    return std::mismatch(above.begin(), above.end(), note.canonical.begin(), note.canonical.end()).first == above.end();
  });
}

}  // namespace texpipe::study
