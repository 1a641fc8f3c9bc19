#include "host/files/shipped_files.h"

#include <dlfcn.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>

#include "base/spelling.h"
#include "host/files/missing_name.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

/// The program or shared library that this code is in.
fs::path own_file() {
  std::error_code ignored;
  Dl_info about{};
  if (dladdr(reinterpret_cast<const void*>(&shipped_files), &about) != 0 && about.dli_fname != nullptr) {
    const fs::path file = about.dli_fname;
    if (file.is_absolute() && file.extension() == ".so") return fs::weakly_canonical(file, ignored);
  }
  return fs::read_symlink("/proc/self/exe", ignored);
}

/// The folder that holds those of all kinds: `share/texpipe` or `configs` beside the program, or above it.
const std::optional<fs::path>& shipped_root() {
  static const std::optional<fs::path> root = []() -> std::optional<fs::path> {
    std::error_code ignored;
    for (fs::path folder = own_file().parent_path(); !folder.empty(); folder = folder.parent_path()) {
      for (const char* inside : {"share/texpipe", "configs"}) {
        const fs::path all = folder / inside;
        const auto is_there = [&](const ShippedFolder& kind) { return fs::is_directory(all / kind.folder, ignored); };
        if (std::all_of(kShippedFolders.begin(), kShippedFolders.end(), is_there)) return all;
      }
      if (folder == folder.root_path()) break;
    }
    return std::nullopt;
  }();
  return root;
}

const ShippedFolder& facts_of(ShippedKind kind) {
  return kShippedFolders[static_cast<std::size_t>(kind)];
}

bool has_ending_of(ShippedKind kind, const fs::path& file) {
  const std::string ending = file.extension().string();
  if (kind == ShippedKind::kTexture)
    return ending == ".dds" || ending == ".png" || ending == ".ktx" || ending == ".ktx2";
  return ending == ".yaml";
}

}  // namespace

std::vector<ShippedFile> shipped_files(ShippedKind kind) {
  std::vector<ShippedFile> files;
  if (!shipped_root()) return files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{*shipped_root() / facts_of(kind).folder, error}, end;
       !error && entry != end; entry.increment(error)) {
    const bool is_reference = entry->path().stem().extension() == ".reference";  // of published values
    if (entry->is_regular_file(error) && has_ending_of(kind, entry->path()) && !is_reference)
      files.push_back({entry->path().stem().string(), entry->path()});
  }
  std::sort(files.begin(), files.end(), [](const ShippedFile& a, const ShippedFile& b) { return a.path < b.path; });
  return files;
}

bool is_bare_name(const fs::path& file) {
  return !file.empty() && !file.has_parent_path() && file != "-" && file != "." && file != "..";
}

fs::path found_or_shipped(const fs::path& file, ShippedKind kind) {
  std::error_code ignored;
  if (!is_bare_name(file) || fs::exists(file, ignored)) return file;
  for (const ShippedFile& shipped : shipped_files(kind)) {
    if (shipped.name == file || shipped.path.filename() == file) return shipped.path;
  }
  return file;
}

fs::path beside_or_shipped(const fs::path& folder, const std::string& file, ShippedKind kind) {
  std::error_code ignored;
  fs::path beside = (folder / file).lexically_normal();
  if (!is_bare_name(file) || fs::exists(beside, ignored)) return beside;
  const fs::path shipped = found_or_shipped(file, kind);
  return shipped == file ? beside : shipped;
}

std::string missing_or_shipped_hint(const fs::path& missing, ShippedKind kind) {
  if (!is_bare_name(missing)) return missing_name_hint(missing);
  std::vector<std::string> names;
  for (const ShippedFile& shipped : shipped_files(kind)) names.push_back(shipped.name);
  const std::string_view near =
      nearest_spelling(missing.string(), std::vector<std::string_view>{names.begin(), names.end()});
  if (!near.empty()) return "did you mean " + std::string{near} + '?';
  const std::string beside = missing_name_hint(missing);
  return beside.empty() && !names.empty() ? "texpipe studies lists the names that are installed" : beside;
}

std::string first_comment(const fs::path& file) {
  std::ifstream stream{file};
  std::string text;
  for (std::string line; std::getline(stream, line) && line.starts_with('#');) {
    if (line.starts_with("# yaml-language-server:")) continue;
    text += (text.empty() ? "" : " ") + line.substr(std::min(line.find_first_not_of("# "), line.size()));
  }
  const std::size_t stop = text.find(". ");
  if (stop != std::string::npos) text.resize(stop);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace texpipe::study
