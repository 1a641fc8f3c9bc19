#include "study/run_folder/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>
#include <thread>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "host/files/files_read.h"
#include "host/hashes/sha256.h"
#include "study/run_folder/manifest.h"
#include "study/run_folder/run_folder_content.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(ExitCode code, const fs::path& path, std::string problem, std::string hint = "") {
  throw Error{code, Diagnostic{.position = {path.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// Runs that begin or end in one folder do so one after the other. A file system without locks, or somebody else's lock
/// that stays, holds nobody up: the names themselves are taken without replacing.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder) : folder_{open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)} {
    constexpr int kTries = 300;
    constexpr useconds_t kPause = 10'000;
    for (int i = 0; i < kTries && folder_; ++i) {
      if (flock(folder_.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
      usleep(kPause);
    }
  }

 private:
  Descriptor folder_;
};

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > kMost ? text + " and " + std::to_string(names.size() - kMost) + " more" : text;
}

/// Why a folder may not be replaced; none when it may.
std::optional<Diagnostic> refusal(const fs::path& folder, const fs::path& shown, Overwrite overwrite) {
  using Kind = RunFolderContent::Kind;
  const auto because = [&](std::string problem, std::string hint) {
    return Diagnostic{.position = {shown.string()}, .problem = std::move(problem), .hint = std::move(hint)};
  };
  const RunFolderContent content = run_folder_content(folder);
  if (content.kind == Kind::kNothing || content.kind == Kind::kEmpty) return {};
  if (content.kind == Kind::kForeign)
    return because("exists and is not a run folder of texpipe", "--out DIR names another");
  if (content.kind == Kind::kComplete && overwrite == Overwrite::kRefuse)
    return because("exists", "--force replaces it, --out DIR names another");
  if (!content.strange.empty())
    return because("holds what texpipe did not write: " + listed(content.strange),
                   "move it away, or name another folder with --out DIR");
  if (holds_file_read(folder)) return because("holds an input of this run", "--out DIR names another");
  return {};
}

/// Removes what killed runs left under hidden names.
void remove_leftovers(const fs::path& final_path) {
  for (const fs::path& place : hidden_places(final_path, Writer::kDead)) {
    std::error_code ignored;
    if (fs::is_directory(fs::symlink_status(place)) && (fs::is_empty(place, ignored) || has_manifest(place))) {
      fs::remove_all(place, ignored);
    }
  }
}

/// Swaps two folders, or puts the first one into the second one's place and the second one aside.
void exchange(const fs::path& a, const fs::path& b) {
  if (renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return;
  const fs::path aside = a.string() + ".old";
  if (rename(b.c_str(), aside.c_str()) != 0 || rename(a.c_str(), b.c_str()) != 0 ||
      rename(aside.c_str(), a.c_str()) != 0) {
    fail_from_system(b, "cannot be given its name");
  }
}

/// Flushes files of a folder; the error number of each, 0 for none. Several are open together, so that the disk is not
/// waited for once for each file. Where the host gives no more threads, those that there are flush all.
std::vector<int> flush_each(const fs::path& folder, const std::vector<std::string>& names) {
  constexpr std::size_t kMostTogether = 8;
  std::vector<int> errors(names.size());
  std::atomic<std::size_t> next = 0;
  const auto flush = [&] {
    for (std::size_t i = next++; i < names.size(); i = next++) {
      const Descriptor out{open((folder / names[i]).c_str(), O_WRONLY | O_CLOEXEC)};
      errors[i] = out && fsync(out.number()) == 0 ? 0 : errno;
    }
  };
  std::vector<std::thread> helpers;
  helpers.reserve(kMostTogether);
  try {
    while (helpers.size() + 1 < std::min(names.size(), kMostTogether)) helpers.emplace_back(flush);
  } catch (const std::system_error&) {
  }
  flush();
  for (std::thread& helper : helpers) helper.join();
  return errors;
}

}  // namespace

RunFolder::RunFolder(fs::path path, Overwrite overwrite, Keeper keeper)
    : path_{std::move(path)}, overwrite_{overwrite}, keeper_{keeper} {
  if (!path_.has_filename()) path_ = path_.parent_path();
  std::error_code error;
  final_path_ = fs::absolute(path_, error);
  if (!error) final_path_ = fs::weakly_canonical(final_path_, error);
  if (error) fail(ExitCode::kUsage, path_, "can be no folder for a run: " + error.message());
  if (!final_path_.has_filename()) fail(ExitCode::kUsage, path_, "names no folder for a run");
  fs::create_directories(final_path_.parent_path(), error);
  if (error) fail(ExitCode::kInternalError, final_path_.parent_path(), "cannot be made: " + error.message());
  std::optional<FolderLock> lock;
  if (keeper_ == Keeper::kFolder) {
    lock.emplace(final_path_.parent_path());
    remove_leftovers(final_path_);
  }
  if (const auto why = refusal(final_path_, path_, overwrite_)) throw Error{ExitCode::kUsage, *why};
  if (lock && overwrite_ == Overwrite::kRefuse && !hidden_places(final_path_, Writer::kAlive).empty())
    fail(ExitCode::kUsage, path_, "is being written by another run", "--out DIR names another");
  working_ = make_hidden_folder(final_path_);
  write_file(kManifestName, unfinished_manifest_text());
}

RunFolder::~RunFolder() {
  std::error_code ignored;
  if (!published_) fs::remove_all(working_.path, ignored);
}

void RunFolder::write(std::string_view name, std::string_view bytes) {
  write_file(name, bytes);
  files_.push_back({.name = std::string{name}, .bytes = bytes.size(), .sha256 = sha256(bytes)});
}

void RunFolder::write_file(std::string_view name, std::string_view bytes) {
  const fs::path file = working_.path / name;
  const Descriptor out{open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
  if (!out) fail_from_system(path_ / name, "cannot be written");
  constexpr std::size_t kPart = 1 << 20;
  try {
    for (std::size_t at = 0; at < bytes.size(); at += kPart) {
      throw_if_stop_requested();
      if (!write_all(out.number(), bytes.substr(at, kPart))) fail_from_system(path_ / name, "cannot be written");
    }
  } catch (...) {
    // Half a file would take the name of a whole one in the unfinished folder.
    unlink(file.c_str());
    throw;
  }
}

void RunFolder::flush_files() const {
  std::vector<std::string> names{std::string{kManifestName}};
  for (const RunFile& file : files_) names.push_back(file.name);
  const std::vector<int> errors = flush_each(working_.path, names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    errno = errors[i];
    if (errno != 0) fail_from_system(path_ / names[i], "cannot be flushed");
  }
}

void RunFolder::publish(Result result, std::string_view manifest) {
  write_file(kManifestName, manifest);
  if (result == Result::kComplete) write_file(kCompleteName, "");
  std::optional<FolderLock> lock;
  if (keeper_ == Keeper::kFolder) {
    flush_files();
    flush_folder(working_.path);
    lock.emplace(final_path_.parent_path());
  }
  take_name(result);
  published_ = true;
  if (lock) flush_folder(final_path_.parent_path());
}

/// A complete run that was to be replaced stays when this one did not become whole.
void RunFolder::take_name(Result result) {
  // A folder's rename replaces nothing but an empty folder.
  if (rename(working_.path.c_str(), final_path_.c_str()) == 0) return;
  if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) fail_from_system(path_, "cannot be given its name");
  const bool complete = result == Result::kComplete;
  if (const auto why = refusal(final_path_, path_, complete ? overwrite_ : Overwrite::kRefuse)) {
    const fs::path asked_for = path_;
    stand_beside();
    if (complete) fail(ExitCode::kUsage, asked_for, why->problem, "this run is in " + path_.string());
    return;
  }
  exchange(working_.path, final_path_);
  remove_run_folder(working_.path);
}

void RunFolder::stand_beside() {
  unsigned n = 2;
  const auto suffix = [&n] { return '.' + std::to_string(n); };
  while (!rename_to_new(working_.path, final_path_.string() + suffix())) ++n;
  published_ = true;
  path_ += suffix();
}

}  // namespace texpipe::study
