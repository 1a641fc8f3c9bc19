#include "analysis/verify/case_file.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/spelling.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

// `did you mean coords.npy?` by the names of the folder and of the archive in its place.
std::string nearest_array(const std::filesystem::path& path, const NpzArchive* archive) {
  constexpr std::size_t kMostNames = 4096;
  std::vector<std::string> names;
  if (archive != nullptr) names = archive->members();
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator{path.parent_path(), error}) {
    if (names.size() >= kMostNames) break;
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::vector<std::string_view> candidates{names.begin(), names.end()};
  const std::string_view nearest = nearest_spelling(path.filename().string(), candidates);
  return nearest.empty() ? std::string{} : "did you mean " + std::string{nearest} + "?";
}

// @param subject  the file that has the problem
[[noreturn]] void fail(const CaseFile& file, const std::string& subject, const std::string& problem,
                       const std::string& hint) {
  const std::string named = file.key.empty() ? problem : subject + " " + problem;
  SourcePosition position = file.position;
  if (position.file.empty()) position.file = subject;
  throw Error{ExitCode::kMalformedInput, Diagnostic{std::move(position), file.key, named, hint}};
}

}  // namespace

const NpzArchive* CaseArchives::at(const std::filesystem::path& file) {
  const auto found = open_.find(file);
  if (found != open_.end()) return &found->second;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return nullptr;
  return &open_.emplace(file, NpzArchive{file}).first->second;
}

CaseFile case_file(const std::filesystem::path& cases, const std::string& name) {
  const std::filesystem::path path = cases.parent_path() / name;
  const std::filesystem::path folder = std::filesystem::path{name}.parent_path();
  std::filesystem::path archive = folder.empty() ? cases : path.parent_path();
  if (folder.empty()) archive.replace_extension();
  return {.path = path, .archive = archive += ".npz"};
}

NpyArray read_case_file(const CaseFile& file) {
  const std::string member = file.path.filename().string();
  const NpzArchive* archive = nullptr;
  try {
    std::error_code error;
    if (std::filesystem::is_regular_file(file.path, error)) return read_npy(file.path);
    if (std::filesystem::exists(file.path, error)) malformed(file.path.string(), "is no file", "an .npy file");
    if (file.archives) archive = file.archives->at(file.archive);
    if (archive != nullptr && archive->has(member)) return archive->read(member);
  } catch (const Error& problem) {
    // An array that texpipe does not read is no golden data either: golden arrays are plain, little-endian, in C order.
    const Diagnostic& first = problem.diagnostics().front();
    fail(file, first.position.file, first.problem,
         first.hint.empty() ? "expected a little-endian array in C order" : first.hint);
  }
  const std::string nor = archive == nullptr ? "" : ", nor does " + file.archive.filename().string() + " have it";
  fail(file, file.path.string(), "does not exist" + nor, nearest_array(file.path, archive));
}

void wrong_case_file(const CaseFile& file, const std::string& problem, const std::string& expected) {
  fail(file, file.path.string(), problem, "expected " + expected);
}

}  // namespace texpipe::study
