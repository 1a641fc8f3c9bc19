#include "analysis/verify/case_file.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/spelling.h"

namespace texpipe::study {

namespace {

// `did you mean coords.npy?` by the names of the folder.
std::string nearest_file(const std::filesystem::path& path) {
  constexpr std::size_t kMostNames = 4096;
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator{path.parent_path(), error}) {
    if (names.size() == kMostNames) break;
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::vector<std::string_view> candidates{names.begin(), names.end()};
  const std::string_view nearest = nearest_spelling(path.filename().string(), candidates);
  return nearest.empty() ? std::string{} : "did you mean " + std::string{nearest} + "?";
}

[[noreturn]] void fail(const CaseFile& file, const std::string& problem, const std::string& hint) {
  const std::string named = file.key.empty() ? problem : file.path.string() + " " + problem;
  SourcePosition position = file.position;
  if (position.file.empty()) position.file = file.path.string();
  throw Error{ExitCode::kMalformedInput, Diagnostic{std::move(position), file.key, named, hint}};
}

}  // namespace

NpyArray read_case_file(const CaseFile& file) {
  std::error_code error;
  if (!std::filesystem::exists(file.path, error)) fail(file, "does not exist", nearest_file(file.path));
  if (!std::filesystem::is_regular_file(file.path, error)) fail(file, "is no file", "expected an .npy file");
  try {
    return read_npy(file.path);
  } catch (const Error& problem) {
    // What texpipe does not read is no golden data either: plain little-endian arrays in C order.
    const Diagnostic& first = problem.diagnostics().front();
    fail(file, first.problem, first.hint.empty() ? "expected a little-endian array in C order" : first.hint);
  }
}

void wrong_case_file(const CaseFile& file, const std::string& problem, const std::string& expected) {
  fail(file, problem, "expected " + expected);
}

}  // namespace texpipe::study
